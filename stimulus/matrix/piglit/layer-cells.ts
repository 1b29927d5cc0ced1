import { GENERATIONS } from '../../../arch/index.js';
import { type Draw, type Interlock, setting } from '../../../transactions/index.js';
import type { Dialect } from '../../dialect/index.js';
import { rawBufferDescriptor } from '../../kit/draws.js';
import { PIXEL, splitRectangle } from '../../scenes/geometry.js';
import { createStrips } from '../blocks.js';
import type { CellOptions, CellParts, CellTarget, MatrixCell, RunnableCell } from '../cell.js';
import { createCell, forGenerations, LAYER_OVERLAP } from '../cell.js';
import { createWordBuffer } from '../folds.js';
import { CELL, createCellDraw, createCellProgram, emitPrimitiveAndOffset } from '../programs.js';

/** The slices of the buffer: the layers that cover each sample, and those that each invocation has seen. */
const SLICES = ['layers', 'seen'] as const;
const ADDRESS = 2 ** 32;

/** The layers in order; the first one covers only the left half. */
const LAYERS = ['green', 'red', 'blue'] as const;

const ALL_LAYERS = (1 << LAYERS.length) - 1;
const LAST_LAYER = 1 << (LAYERS.length - 1);

/** The parameters of one execution test. */
interface CrossRead {
  readonly samples: Draw['samples'];
  readonly interlock?: Interlock;
  /** Whether accesses use the generation's coherence bits. */
  readonly coherent: boolean;
}

function createCrossReadParts(target: CellTarget, test: CrossRead): CellParts {
  const { samples, interlock } = test;
  // With a sample interlock, or with stale caches, some final words are unpredictable.
  const isDeterministic = test.coherent && interlock === undefined;
  const { dialect, size } = target;
  const bytes = 4 * samples * size * size;
  const leftHalf = splitRectangle(0, 0, (size / 2) * PIXEL, size * PIXEL);
  const slices = SLICES.map((name, slice) =>
    createWordBuffer(
      { name, address: ADDRESS + slice * bytes },
      size,
      isDeterministic ? computeSliceWords(name, size, samples) : undefined,
      samples,
    ),
  );
  return {
    programs: [createCellProgram(dialect, 'cross_read', emitCrossRead(dialect, test, bytes))],
    draws: [
      createCellDraw(target, {
        ...(interlock && { interlock }),
        samples,
        primitives: [...leftHalf, ...createStrips(size, LAYERS.length - 1)],
        numbers: LAYERS.flatMap((_, layer) => [layer, layer]),
        userData: [...rawBufferDescriptor(dialect.gfx, ADDRESS, SLICES.length * bytes), size],
        shader: { runsPerSample: true },
      }),
    ],
    memory: slices.flatMap(({ memory }) => memory),
    ordered: slices.flatMap(({ ordered }) => ordered),
  };
}

/**
 * Emits a shader with one invocation per sample. Each one sets its layer's bit in its sample's word, reads the words of
 * all samples of the pixel, and stores which earlier layers it has seen in all of them (scenarios.md 2).
 *
 * @param seenOffset the byte offset from a sample's word to the word that records what its invocation read
 */
function emitCrossRead(dialect: Dialect, { samples, coherent }: CrossRead, seenOffset: number): string {
  const { add, load, store, waitStores, waitLoads } = dialect;
  const { ancillary, offset, primitive } = CELL;
  const bits = coherent ? {} : { bits: '' };
  const reads = Array.from(
    { length: samples },
    (_, sample) => `
  ${load('v8', offset, { offset: 4 * sample, ...bits })}
  ${waitLoads}
  v_and_b32_e32 v13, v13, v8`,
  );
  return `
  ${emitPrimitiveAndOffset(dialect)}
  v_lshlrev_b32_e32 ${offset}, ${31 - Math.clz32(samples)}, ${offset}
  v_bfe_u32 v9, ${ancillary}, 8, 4
  v_lshl_add_u32 v9, v9, 2, ${offset}
  v_mov_b32_e32 v12, 1
  v_lshlrev_b32_e32 v10, ${primitive}, v12
  ${add} v13, -1, v10
  ${dialect.entry}
  ${load('v8', 'v9', bits)}
  ${waitLoads}
  v_or_b32_e32 v8, v8, v10
  ${store('v8', 'v9', bits)}
  ${waitStores}
  ${reads.join('')}
  ${add} v9, 0x${seenOffset.toString(16)}, v9
  ${store('v13', 'v9', bits)}
  ${dialect.exit}`;
}

/**
 * Computes the expected words of a slice. Each word is a mask of the layers that cover its sample: all of them, or only
 * those before the last one.
 */
function computeSliceWords(slice: (typeof SLICES)[number], size: number, samples: number): number[] {
  const allLayers = slice === 'layers' ? ALL_LAYERS : ALL_LAYERS & ~LAST_LAYER;
  return Array.from({ length: size * size * samples }, (_, word) => {
    const x = Math.floor(word / samples) % size;
    return x < size / 2 ? allLayers : allLayers & ~1;
  });
}

function createSampleCell(id: string, samples: Draw['samples'], options: CellOptions = {}): RunnableCell {
  const title = `three layers at ${samples} samples, with sample shading and pixel interlock; each invocation reads the pixel’s other samples`;
  return createCell(id, title, (target) => createCrossReadParts(target, { samples, coherent: true }), {
    ...options,
  });
}

/** G01 to G06: Piglit's execution test with this project's own oracle (scenarios.md 2). */
export const CROSS_READ_CELLS: readonly MatrixCell[] = [
  createSampleCell('G01', 2),
  createSampleCell('G02', 4),
  createSampleCell('G03', 8),
  createSampleCell('G04', 16, {
    forbidden: { gfx12: 'GFX12 shades at most eight samples per pixel (PS_ITER_SAMPLES has two bits)' },
  }),
  createCell(
    'G05',
    'three layers with a sample interlock: the application’s reads across samples race',
    (target) => createCrossReadParts(target, { samples: 4, interlock: 'sample-ordered', coherent: true }),
    {
      expects: forGenerations(GENERATIONS, ['ORD-13']),
      explanation: 'invocations that share no sample are not ordered (S-115, S-117)',
    },
  ),
  createCell(
    'G06',
    'three layers with non-coherent accesses and stale caches; produces only warnings',
    (target) => createCrossReadParts(target, { samples: 4, coherent: false }),
    {
      // Cache lines stay long enough to go stale, and later layers run on the units that cached the lines.
      knobs: { ...LAYER_OVERLAP, caches: setting('caches', 'stale'), cacheSets: 0, waveSlots: 8 },
    },
  ),
];
