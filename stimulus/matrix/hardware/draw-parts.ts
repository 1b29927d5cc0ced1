import type { WaveSize } from '../../../arch/index.js';
import type { Emitter } from '../../dialect/index.js';
import type { FieldValues } from '../../driver/draw-intent.js';
import { packRegisters } from '../../driver/draw-registers.js';
import { createIntrawaveProgram, createIntrawaveRegisters } from '../../intrawave/sequence.js';
import { createNumberedDraws, plainBuffer } from '../../kit/draws.js';
import {
  type Block,
  createPixelBlock,
  createQuadBlock,
  forEachPixel,
  getBlockVertices,
  RECTANGLE_LIST,
} from '../blocks.js';
import { type CellParts, type CellTarget, FULL_WAVES, forGenerations, type MatrixCell } from '../cell.js';
import {
  createBlockFoldProgram,
  createFoldParts,
  createWordBuffer,
  FOLD_BUFFER,
  foldBlocks,
  foldCell,
} from '../folds.js';
import { createBlockDraw, createCellProgram } from '../programs.js';
import { createFullLayers, createQuadLayers, createQuadStacks } from '../scenes.js';
import { emitCount, emitStore } from '../section-texts.js';

/** The field that makes a draw drain on overlap. */
export const DRAIN: FieldValues = { 'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP': 1 };

/** The partial-squad launch controls, ordered by field value. */
export const SQUAD_CONTROLS = ['automatic', 'on-hang', 'immediate', 'countdown'] as const;

/**
 * Two blocks on one pixel. The first block's wave is still forming when the second block overlaps it. Both quads are
 * packed in one cycle, so the wave exists before the launch control can launch it.
 */
const HELD_WAVE = [createPixelBlock(0, 0), createPixelBlock(0, 0)];

export function createDrainCell(name: (typeof SQUAD_CONTROLS)[number], control: number): MatrixCell {
  const isRequiredControl = name === 'on-hang';
  return foldCell(
    `H22-pslc${control}`,
    `a drain with partial-squad launch set to ${name}${isRequiredControl ? '' : ', although the chip requires on-hang'}`,
    {
      blocks: (size) => (isRequiredControl ? [...HELD_WAVE, ...createQuadStacks(size, 3)] : HELD_WAVE),
      draw: { fields: { ...DRAIN, 'DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL': control } },
    },
    {
      forbidden: forGenerations(['gfx9', 'gfx10.3', 'gfx11'], 'drains stall on GFX10.1 only (S-136)'),
      knobs: { ...FULL_WAVES, quadsPerCycle: 6 },
      ...(isRequiredControl
        ? {}
        : {
            expects: { gfx10: ['CFG-13', 'HANG-01', 'HANG-08'] },
            explanation:
              'drains work only with ON_HANG_ONLY (S-136: CFG-13). With any other setting, the packer waits for a wave that it is itself holding back (pops.md 7 and 9: HANG-08), and the device goes idle with work outstanding (HANG-01)',
          }),
    },
  );
}

const QUAD_LANES = 4;
const WAVE_QUADS = 16;

/** Returns the parts of a cell whose section processes a wave's overlapping quads layer by layer (S-058). */
export function createIntrawaveParts(target: CellTarget, blocks: readonly Block[]): CellParts {
  const { dialect, size } = target;
  const area = { width: size, height: size };
  const registers = packRegisters(dialect.gfx, RECTANGLE_LIST, createIntrawaveRegisters(target, 1, area));
  const primitives = blocks.map(getBlockVertices);
  return {
    programs: [createIntrawaveProgram(dialect, 'intrawave')],
    // The program adds one to the number that it folds.
    draws: createNumberedDraws(area, [{ registers, primitives }], 0),
    ...createWordBuffer(FOLD_BUFFER, size, foldBlocks(size, blocks)),
  };
}

/**
 * Returns the quads of one large wave. Each quad whose index is in `starts` starts a new layer, because it covers the
 * same pixels as the wave's first quad.
 */
export function createLayeredWave(size: number, starts: readonly number[]): Block[] {
  return Array.from({ length: WAVE_QUADS }, (_, quad) =>
    createQuadBlock(starts.includes(quad) ? 0 : quad, size),
  );
}

/** Returns quads for waves that overlap only themselves: each wave alternates between its own two quads. */
export function createSelfOverlaps(size: number, wave: WaveSize): Block[] {
  const pairs = (size / 2) ** 2 / 2;
  const quads = wave / QUAD_LANES;
  return Array.from({ length: pairs * quads }, (_, i) =>
    createQuadBlock(2 * Math.floor(i / quads) + (i % 2), size),
  );
}

/**
 * The buffer in which unordered draws count fragments, one word per pixel. It lies beyond the words that the sections
 * fold into.
 */
const COUNT_BUFFER = { name: 'counts', address: FOLD_BUFFER.address + 2 ** 20 };

/** The number of sleeps that keeps the first section open during the following draws. */
const SLEEPS = 3;

/**
 * Returns the parts of a cell with an unordered draw of blocks between draws with sections: one that holds its pixels for
 * a long time, and a later one that waits for them.
 */
function createSandwichParts(
  target: CellTarget,
  [name, emit]: readonly [name: string, emit: Emitter],
  address: number,
  blocks: readonly Block[],
): CellParts {
  const { dialect } = target;
  const [slow, ...others] = createFullLayers(target.size, 2);
  const before = [{ ...slow, sleeps: SLEEPS }, ...others];
  const after = createFullLayers(target.size, 2);
  const parts = createFoldParts(target, [{ blocks: before }, { blocks: after }], {
    programs: [createBlockFoldProgram(target), createCellProgram(dialect, name, emit(dialect), false)],
  });
  const [first, last] = parts.draws;
  const between = createBlockDraw(target, address, blocks, { program: 1, interlock: 'none' });
  return { ...parts, draws: [first, between, last] };
}

/** The unordered draw counts its fragments, and no update may be lost. */
export function createCountingDrawParts(target: CellTarget): CellParts {
  const { size } = target;
  const unordered = [...createQuadLayers(size, 2), ...createFullLayers(size, 3)];
  const parts = createSandwichParts(target, ['count', emitCount], COUNT_BUFFER.address, unordered);
  const words = new Array<number>(size * size).fill(0);
  for (const block of unordered) forEachPixel(block, (x, y) => words[y * size + x]++);
  const counts = plainBuffer(COUNT_BUFFER, 4 * size * size, {
    compare: { kind: 'ignore' },
    expected: { words },
  });
  return { ...parts, memory: [...parts.memory, counts] };
}

/**
 * The draw in between stores to words in the lower half of the area, which the ordered draws also update. Only the
 * accesses to these words race.
 */
export function createRacingDrawParts(target: CellTarget): CellParts {
  const { size } = target;
  const half = { x: 0, y: size / 2, width: size, height: size / 2 };
  const parts = createSandwichParts(target, ['store', emitStore], FOLD_BUFFER.address, [half, half]);
  return {
    ...parts,
    memory: parts.memory.map(({ expected, ...object }) => ({
      ...object,
      expected: { words: expected!.words.slice(0, (size * size) / 2) },
    })),
  };
}
