import type { Gfx, WaveSize } from '../../../arch/index.js';
import { getMnemonic } from '../../../arch/index.js';
import type { Draw } from '../../../transactions/index.js';
import { emitWaveEnd, getDialect } from '../../dialect/index.js';
import { rawBufferDescriptor } from '../../driver/raw-buffer.js';
import { type Block, forEachPixel, getBlockVertices, RECTANGLE_LIST } from '../blocks.js';
import type { CellParts, CellTarget } from '../cell.js';
import { createBlockFoldProgram, createFoldParts, FOLD_BUFFER, type FoldBlock } from '../fold-parts.js';
import { emitPrimitiveAndOffset } from '../fold-text.js';
import { createCellDraw, createCellProgram, REGISTERS } from '../shader.js';
import { createFullLayers, createQuadLayers } from './order-scenes.js';

const { offset, primitive } = REGISTERS;

/**
 * The buffer in which unordered draws count fragments, one word per pixel. It lies beyond the words that the sections
 * fold into.
 */
const COUNT_BUFFER = { name: 'counts', address: FOLD_BUFFER.address + 2 ** 20 };

/** The number of sleeps that keeps the first section open during the following draws. */
const SLEEPS = 3;

/** Emits a sectionless shader that atomically increments its pixel's word. */
function emitCount(gfx: Gfx, wave: WaveSize): string {
  const add = getMnemonic('buffer_atomic_add', gfx);
  const dialect = getDialect(gfx, wave);
  const { offen } = dialect;
  return `${emitPrimitiveAndOffset(gfx, dialect)}
  v_mov_b32_e32 v8, 1
  ${add} v8, ${offset}, s[0:3], ${offen}${emitWaveEnd(gfx)}`;
}

/** Emits a shader without a section that stores the primitive's number in its pixel's word. */
function emitStore(gfx: Gfx, wave: WaveSize): string {
  const dialect = getDialect(gfx, wave);
  return `${emitPrimitiveAndOffset(gfx, dialect)}
  ${dialect.store(primitive, offset)}${emitWaveEnd(gfx)}`;
}

/** Returns blocks for a draw that holds its pixels for a long time, and for a later draw that waits for them. */
function createOrderedBlocks(size: number): { before: FoldBlock[]; after: FoldBlock[] } {
  const [slow, ...others] = createFullLayers(size, 2);
  return { before: [{ ...slow, sleeps: SLEEPS }, ...others], after: createFullLayers(size, 2) };
}

/** Creates an unordered draw that updates the words at `address`. */
function createUnorderedDraw(target: CellTarget, address: number, blocks: readonly Block[]): Draw {
  const { chip, size } = target;
  return createCellDraw(target, {
    program: 1,
    interlock: 'none',
    primitives: blocks.map(getBlockVertices),
    numbers: blocks.map((_, i) => i + 1),
    userData: [...rawBufferDescriptor(chip.gfx, address, 4 * size * size), size],
    fields: RECTANGLE_LIST,
  });
}

/**
 * Returns the parts of a cell with an unordered draw between draws with sections. The unordered draw counts its
 * fragments, and no update may be lost.
 */
export function createCountingDrawParts(target: CellTarget): CellParts {
  const { chip, wave, size } = target;
  const { before, after } = createOrderedBlocks(size);
  const unordered = [...createQuadLayers(size, 2), ...createFullLayers(size, 3)];
  const parts = createFoldParts(target, [{ blocks: before }, { blocks: after }], {
    programs: [
      createBlockFoldProgram(target),
      createCellProgram('count', chip.gfx, emitCount(chip.gfx, wave), false),
    ],
  });
  const [first, last] = parts.draws;
  const counts = new Array<number>(size * size).fill(0);
  for (const block of unordered) forEachPixel(block, (x, y) => counts[y * size + x]++);
  return {
    ...parts,
    draws: [first, createUnorderedDraw(target, COUNT_BUFFER.address, unordered), last],
    memory: [
      ...parts.memory,
      {
        ...COUNT_BUFFER,
        bytes: 4 * size * size,
        initial: [],
        compare: { kind: 'ignore' },
        expected: { words: counts },
      },
    ],
  };
}

/**
 * Like `createCountingDrawParts`, but the draw in between stores to words in the lower half of the area, which the
 * ordered draws also update. Only the accesses to these words race.
 */
export function createRacingDrawParts(target: CellTarget): CellParts {
  const { chip, wave, size } = target;
  const { before, after } = createOrderedBlocks(size);
  const parts = createFoldParts(target, [{ blocks: before }, { blocks: after }], {
    programs: [
      createBlockFoldProgram(target),
      createCellProgram('store', chip.gfx, emitStore(chip.gfx, wave), false),
    ],
  });
  const [first, last] = parts.draws;
  const half = { x: 0, y: size / 2, width: size, height: size / 2 };
  return {
    ...parts,
    draws: [first, createUnorderedDraw(target, FOLD_BUFFER.address, [half, half]), last],
    memory: parts.memory.map(({ expected, ...object }) => ({
      ...object,
      expected: { words: expected!.words.slice(0, (size * size) / 2) },
    })),
  };
}
