import type { Draw, Interlock } from '../../../transactions/index.js';
import { rawBufferDescriptor } from '../../driver/raw-buffer.js';
import type { CellParts, CellTarget, MatrixCell } from '../cell.js';
import { stripTriangles } from '../conformance/layer-parts.js';
import { cellDraw, cellProgram } from '../shader.js';
import { crossReadText } from './layer-text.js';

/** The image as words: those of a pixel's samples, then what each of its invocations saw. */
const IMAGE = { name: 'layers', address: 2 ** 32 };

/** Layers in their order; the first covers the left half. */
const LAYERS = ['green', 'red', 'blue'] as const;

const ALL_LAYERS = (1 << LAYERS.length) - 1;
const LAST_LAYER = 1 << (LAYERS.length - 1);

/** One case of the execution test. */
interface CrossRead {
  readonly samples: Draw['samples'];
  readonly interlock: Interlock;
  readonly coherent: boolean;
  /** What every word ends as is known. */
  readonly isOrdered: boolean;
}

function crossReadParts(
  target: CellTarget,
  { samples, interlock, coherent, isOrdered }: CrossRead,
): CellParts {
  const { chip, wave, size } = target;
  const bytesPerPixel = 2 * 4 * samples;
  const bytes = size * size * bytesPerPixel;
  const text = crossReadText(samples, coherent, chip.gfx, wave);
  const left = stripTriangles(size).map((triangle) =>
    triangle.map((value, i) => (i % 2 === 0 ? value / 2 : value)),
  );
  const compare = { kind: 'bytes' } as const;
  const expected = { words: Array.from({ length: bytes / 4 }, (_, word) => layersAt(word, size, samples)) };
  return {
    programs: [cellProgram('cross_read', chip.gfx, text)],
    draws: [
      cellDraw(target, {
        interlock,
        samples,
        primitives: [...left, ...stripTriangles(size), ...stripTriangles(size)] as CrossReadTriangles,
        numbers: LAYERS.flatMap((_, layer) => [layer, layer]),
        userData: [...rawBufferDescriptor(chip.gfx, IMAGE.address, bytes), size],
        shader: { shadesSamples: true },
      }),
    ],
    memory: [{ ...IMAGE, bytes, initial: [], compare, ...(isOrdered ? { expected } : {}) }],
    ordered: [
      {
        object: IMAGE.name,
        layout: { kind: 'pixel-rows', bytesPerPixel, bytesPerRow: size * bytesPerPixel },
      },
    ],
  };
}

type CrossReadTriangles = ReturnType<typeof stripTriangles>;

/** Layers of a sample, or those before the last one. */
function layersAt(word: number, size: number, samples: number): number {
  const x = Math.floor(word / (2 * samples)) % size;
  const layers = x < size / 2 ? ALL_LAYERS : ALL_LAYERS & ~1;
  return word % (2 * samples) < samples ? layers : layers & ~LAST_LAYER;
}

function sampleCell(id: string, samples: Draw['samples']): MatrixCell {
  return {
    kind: 'runs',
    id,
    title: `three layers at ${samples} samples, by sample under pixel interlock, each reading the pixel's other samples`,
    make: (target) =>
      crossReadParts(target, { samples, interlock: 'pixel-ordered', coherent: true, isOrdered: true }),
  };
}

/** G01 to G06: Piglit's execution test with an oracle of our own (scenarios.md 2). */
export const CROSS_READ_CELLS: readonly MatrixCell[] = [
  sampleCell('G01', 2),
  sampleCell('G02', 4),
  sampleCell('G03', 8),
  sampleCell('G04', 16),
  {
    kind: 'runs',
    id: 'G05',
    title:
      'the same under sample interlock: what the application reads across samples races, and no rule takes it for a fault',
    make: (target) =>
      crossReadParts(target, { samples: 4, interlock: 'sample-ordered', coherent: true, isOrdered: false }),
  },
  {
    kind: 'runs',
    id: 'G06',
    title: 'the same without coherence under caches that keep old data: warned of, no more',
    knobs: { caches: 1 },
    make: (target) =>
      crossReadParts(target, { samples: 4, interlock: 'pixel-ordered', coherent: false, isOrdered: false }),
  },
];
