import { GENERATIONS } from '../../../arch/index.js';
import type { Draw, Interlock } from '../../../transactions/index.js';
import { setting } from '../../../transactions/index.js';
import { rawBufferDescriptor } from '../../driver/raw-buffer.js';
import {
  type CellParts,
  type CellTarget,
  forGenerations,
  type MatrixCell,
  type RunnableCell,
} from '../cell.js';
import { createStripTriangles } from '../conformance/layer-parts.js';
import { LAYER_OVERLAP } from '../pace.js';
import { createCellDraw, createCellProgram } from '../shader.js';
import { emitCrossRead } from './layer-text.js';

/** The slices of the buffer: the layers that cover each sample, and those that each invocation has seen. */
const SLICES = ['layers', 'seen'] as const;
/** An arbitrary mapped address. */
const ADDRESS = 2 ** 32;

/** The layers in order; the first one covers only the left half. */
const LAYERS = ['green', 'red', 'blue'] as const;

const ALL_LAYERS = (1 << LAYERS.length) - 1;
const LAST_LAYER = 1 << (LAYERS.length - 1);

/** The parameters of one execution test. */
interface CrossRead {
  readonly samples: Draw['samples'];
  readonly interlock: Interlock;
  readonly coherent: boolean;
  /** Whether every final word is predictable. */
  readonly isDeterministic: boolean;
}

function createCrossReadParts(
  target: CellTarget,
  { samples, interlock, coherent, isDeterministic }: CrossRead,
): CellParts {
  const { chip, wave, size } = target;
  const bytesPerPixel = 4 * samples;
  const bytes = size * size * bytesPerPixel;
  const text = emitCrossRead({ samples, seenOffset: bytes, coherent }, chip.gfx, wave);
  const leftHalf = createStripTriangles(size).map((triangle) =>
    triangle.map((value, i) => (i % 2 === 0 ? value / 2 : value)),
  );
  return {
    programs: [createCellProgram('cross_read', chip.gfx, text)],
    draws: [
      createCellDraw(target, {
        interlock,
        samples,
        primitives: [
          ...leftHalf,
          ...createStripTriangles(size),
          ...createStripTriangles(size),
        ] as CrossReadTriangles,
        numbers: LAYERS.flatMap((_, layer) => [layer, layer]),
        userData: [...rawBufferDescriptor(chip.gfx, ADDRESS, SLICES.length * bytes), size],
        shader: { runsPerSample: true },
      }),
    ],
    memory: SLICES.map((name, slice) => ({
      name,
      address: ADDRESS + slice * bytes,
      bytes,
      initial: [],
      compare: { kind: 'bytes' },
      ...(isDeterministic ? { expected: { words: computeSliceWords(name, size, samples) } } : {}),
    })),
    ordered: SLICES.map((object) => ({
      object,
      layout: { kind: 'pixel-rows', bytesPerPixel, bytesPerRow: size * bytesPerPixel },
    })),
  };
}

type CrossReadTriangles = ReturnType<typeof createStripTriangles>;

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

function createSampleCell(id: string, samples: Draw['samples']): RunnableCell {
  return {
    kind: 'runs',
    id,
    title: `three layers at ${samples} samples, with sample shading and pixel interlock; each invocation reads the pixel’s other samples`,
    knobs: LAYER_OVERLAP,
    make: (target) =>
      createCrossReadParts(target, {
        samples,
        interlock: 'pixel-ordered',
        coherent: true,
        isDeterministic: true,
      }),
  };
}

/** G01 to G06: Piglit's execution test with this project's own oracle (scenarios.md 2). */
export const CROSS_READ_CELLS: readonly MatrixCell[] = [
  createSampleCell('G01', 2),
  createSampleCell('G02', 4),
  createSampleCell('G03', 8),
  {
    ...createSampleCell('G04', 16),
    forbidden: { gfx12: 'GFX12 shades at most eight samples per pixel (PS_ITER_SAMPLES has two bits)' },
  },
  {
    kind: 'runs',
    id: 'G05',
    title: 'three layers with a sample interlock: the application’s reads across samples race',
    expects: forGenerations(GENERATIONS, ['ORD-13']),
    explanation: 'invocations that share no sample are not ordered (S-115, S-117)',
    knobs: LAYER_OVERLAP,
    make: (target) =>
      createCrossReadParts(target, {
        samples: 4,
        interlock: 'sample-ordered',
        coherent: true,
        isDeterministic: false,
      }),
  },
  {
    kind: 'runs',
    id: 'G06',
    title: 'three layers with non-coherent accesses and stale caches; produces only warnings',
    // Cache lines stay long enough to go stale, and later layers run on the units that cached the lines.
    knobs: { ...LAYER_OVERLAP, caches: setting('caches', 'stale'), cacheSets: 0, waveSlots: 8 },
    make: (target) =>
      createCrossReadParts(target, {
        samples: 4,
        interlock: 'pixel-ordered',
        coherent: false,
        isDeterministic: false,
      }),
  },
];
