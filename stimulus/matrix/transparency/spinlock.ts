import type { Gfx, WaveSize } from '../../../arch/index.js';
import { getMnemonic } from '../../../arch/index.js';
import type { MemoryObject } from '../../../transactions/index.js';
import { emitWaveEnd, getDialect } from '../../dialect/index.js';
import { rawBufferDescriptor } from '../../driver/raw-buffer.js';
import { createFullBlock, getBlockVertices, RECTANGLE_LIST } from '../blocks.js';
import type { CellParts, CellTarget } from '../cell.js';
import { emitPrimitiveAndOffset } from '../fold-text.js';
import { createCellDraw, createCellProgram, REGISTERS } from '../shader.js';
import { type AbufferScene, createAbufferParts } from './abuffer-parts.js';

const { offset, primitive } = REGISTERS;

/** The locks and the sums that they protect, two words per pixel. */
const LOCKED_SUMS = { name: 'locked', address: 2 ** 33 };

/** The primitive numbers that the locking draw adds up. */
const ADDENDS = [5, 9] as const;

/**
 * Emits a shader without an interlock that spins until it acquires its pixel's lock, adds its number to the sum next
 * to the lock, and releases the lock.
 */
function emitSpinlock(gfx: Gfx, wave: WaveSize): string {
  const dialect = getDialect(gfx, wave);
  const { add, andNot, mask, exec, vcc, load, store, waitStores, waitLoads, offen, returns } = dialect;
  const [waiting, acquired] = wave === 64 ? ['s[16:17]', 's[18:19]'] : ['s16', 's18'];
  const swap = getMnemonic('buffer_atomic_cmpswap', gfx);
  return `${emitPrimitiveAndOffset(gfx, dialect)}
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
  s_cbranch_execnz spin${emitWaveEnd(gfx)}`;
}

/**
 * Returns the parts of a cell with an interlocked draw and one that spins on locks, running concurrently on the same
 * pixels.
 */
export function createSpinlockParts(target: CellTarget, scene: AbufferScene): CellParts {
  const { chip, wave, size } = target;
  const parts = createAbufferParts(target, scene);
  const bytes = 8 * size * size;
  const sum = ADDENDS.reduce((total, number) => total + number, 0);
  const locked: MemoryObject = {
    ...LOCKED_SUMS,
    bytes,
    initial: [],
    compare: { kind: 'bytes' },
    expected: { words: Array.from({ length: 2 * size * size }, (_, word) => (word % 2 === 0 ? 0 : sum)) },
  };
  const spinlockDraw = createCellDraw(target, {
    program: 1,
    interlock: 'none',
    primitives: ADDENDS.map(() => getBlockVertices(createFullBlock(size))),
    numbers: ADDENDS,
    userData: [...rawBufferDescriptor(chip.gfx, LOCKED_SUMS.address, bytes), size],
    fields: RECTANGLE_LIST,
  });
  return {
    ...parts,
    programs: [
      ...parts.programs,
      createCellProgram('spinlock', chip.gfx, emitSpinlock(chip.gfx, wave), false),
    ],
    draws: [spinlockDraw, ...parts.draws],
    memory: [...parts.memory, locked],
  };
}
