import { getMnemonic } from '../../../arch/index.js';
import { setting } from '../../../transactions/index.js';
import type { Dialect } from '../../dialect/index.js';
import { plainBuffer } from '../../kit/draws.js';
import { createFullBlock } from '../blocks.js';
import type { CellOptions, CellParts, CellTarget, MatrixCell } from '../cell.js';
import { createCell, LAYER_OVERLAP } from '../cell.js';
import { CELL, createBlockDraw, createCellProgram, emitPrimitiveAndOffset } from '../programs.js';
import { type AbufferScene, createAbufferParts, SLOTS } from './abuffer-parts.js';

const { offset, primitive } = CELL;

/** The locks and the sums that they protect, two words per pixel. */
const LOCKED_SUMS = { name: 'locked', address: 2 ** 33 };

/** The primitive numbers that the locking draw adds up. */
const ADDENDS = [5, 9] as const;

/**
 * Emits a shader without an interlock that spins until it acquires its pixel's lock, adds its number to the sum next
 * to the lock, and releases the lock.
 */
function emitSpinlock(dialect: Dialect): string {
  const { add, andNot, mask, exec, vcc, load, store, waitStores, waitLoads, offen, returns } = dialect;
  const [waiting, acquired] = dialect.wave === 64 ? ['s[16:17]', 's[18:19]'] : ['s16', 's18'];
  const swap = getMnemonic('buffer_atomic_cmpswap', dialect.gfx);
  return `
  ${emitPrimitiveAndOffset(dialect)}
  v_lshlrev_b32_e32 ${offset}, 1, ${offset}
  s_mov_${mask} ${waiting}, ${exec}
spin:
  v_mov_b32_e32 v8, 1
  v_mov_b32_e32 v9, 0
  ${swap} v[8:9], ${offset}, s[0:3], ${offen} ${returns}
  ${waitLoads}
  v_cmp_eq_u32_e32 ${vcc}, 0, v8
  s_and_${mask} ${acquired}, ${exec}, ${vcc}
  s_mov_${mask} ${exec}, ${acquired}
  ${load('v10', offset, { offset: 4 })}
  ${waitLoads}
  ${add} v10, v10, ${primitive}
  ${store('v10', offset, { offset: 4 })}
  ${waitStores}
  ${store('v9', offset)}
  ${waitStores}
  ${andNot}_${mask} ${waiting}, ${waiting}, ${acquired}
  s_mov_${mask} ${exec}, ${waiting}
  s_cbranch_execnz spin
  ${dialect.waveEnd}`;
}

/**
 * Returns the parts of a cell with an interlocked draw and one that spins on locks, running concurrently on the same
 * pixels.
 */
function createSpinlockParts(target: CellTarget, scene: AbufferScene): CellParts {
  const { dialect, size } = target;
  const parts = createAbufferParts(target, scene);
  const sum = ADDENDS.reduce((total, number) => total + number, 0);
  const words = Array.from({ length: 2 * size * size }, (_, word) => (word % 2 === 0 ? 0 : sum));
  const blocks = ADDENDS.map(() => createFullBlock(size));
  const draw = { program: 1, interlock: 'none', numbers: ADDENDS } as const;
  return {
    ...parts,
    programs: [...parts.programs, createCellProgram(dialect, 'spinlock', emitSpinlock(dialect), false)],
    draws: [createBlockDraw(target, LOCKED_SUMS.address, blocks, draw, 8), ...parts.draws],
    memory: [...parts.memory, plainBuffer(LOCKED_SUMS, 4 * words.length, { expected: { words } })],
  };
}

/** A scene with as many layers as a location has slots. */
const FITTING_SCENE: AbufferScene = {
  samples: 1,
  interlock: 'pixel-unordered',
  layers: SLOTS,
  usesStrips: true,
  hasDepthTest: false,
};
/** A scene with twice as many layers as a location has slots. */
const OVERFULL_SCENE: AbufferScene = { ...FITTING_SCENE, layers: 2 * SLOTS };

function createTransparencyCell(
  id: string,
  title: string,
  scene: AbufferScene,
  overrides: CellOptions = {},
): MatrixCell {
  return createCell(id, title, (target) => createAbufferParts(target, scene), overrides);
}

/** N01 to N10: order-independent transparency with interlocks (scenarios.md 4). */
export const TRANSPARENCY_CELLS: readonly MatrixCell[] = [
  createTransparencyCell(
    'N01',
    'without antialiasing: each fragment increments a counter and stores to a slot',
    FITTING_SCENE,
  ),
  createTransparencyCell(
    'N02',
    'more layers than slots: read all slots, replace the furthest, and store the evicted layer after the section',
    { ...OVERFULL_SCENE, blendsTail: true },
  ),
  createTransparencyCell('N03', '4x, pixel interlock, with coverage masks; triangles share pixels', {
    ...FITTING_SCENE,
    samples: 4,
  }),
  createTransparencyCell('N04', '4x, sample interlock', {
    ...OVERFULL_SCENE,
    samples: 4,
    interlock: 'sample-unordered',
    usesStrips: false,
  }),
  createTransparencyCell('N05', 'one sample, twice the area', OVERFULL_SCENE, { sizes: [16, 32] }),
  createTransparencyCell('N06', '8x, pixel interlock', { ...OVERFULL_SCENE, samples: 8, usesStrips: false }),
  createTransparencyCell(
    'N07',
    '8x, sample interlock',
    { ...OVERFULL_SCENE, samples: 8, interlock: 'sample-unordered', usesStrips: false },
    // A layer that covers the whole area has more waves than there are slots. So all layers go into a single binning
    // batch and overlap one bin at a time.
    {
      knobs: {
        ...LAYER_OVERLAP,
        binning: setting('binning', 'on'),
        binSize: 8,
        batchPrimitives: OVERFULL_SCENE.layers,
      },
    },
  ),
  createTransparencyCell('N08', 'no early depth comparison, so every section writes', {
    ...FITTING_SCENE,
    usesStrips: false,
  }),
  createTransparencyCell('N09', 'the depth comparison skips the section’s body for some or all lanes', {
    ...OVERFULL_SCENE,
    hasDepthTest: true,
  }),
  createCell('N10', 'a spinlock draw alongside an interlocked draw', (target) =>
    createSpinlockParts(target, FITTING_SCENE),
  ),
];
