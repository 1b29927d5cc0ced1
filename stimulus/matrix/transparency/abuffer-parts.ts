import type { Draw, Interlock, MemoryObject } from '../../../transactions/index.js';
import { rawBufferDescriptor } from '../../driver/raw-buffer.js';
import { createFullBlock, getBlockVertices, RECTANGLE_LIST } from '../blocks.js';
import type { CellParts, CellTarget } from '../cell.js';
import { createStripTriangles } from '../conformance/layer-parts.js';
import { createCellDraw, createCellProgram } from '../shader.js';
import {
  computeFragmentKey,
  emitAbufferShader,
  FIRST_TAIL,
  LOCATION_WORDS,
  passesDepthTest,
  SLOTS,
  TAIL_SLOTS,
} from './abuffer-text.js';

/** The A-buffer, at an arbitrary mapped address. */
export const ABUFFER = { name: 'abuffer', address: 2 ** 32 };

/**
 * Samples whose x and y, in sixteenths of a pixel, add up to less than this are on the near side of the strip's
 * diagonal.
 */
const DIAGONAL = 16;
/** The sum of x and y for each of the four samples, in sixteenths of a pixel. */
const POSITION_SUMS = [8, 20, 12, 24];

/** The buffer for fragments blended after the section, laid out like the A-buffer, at another arbitrary address. */
const TAIL_BUFFER = { name: 'tails', address: ABUFFER.address + 2 ** 24 };

/** What an A-buffer cell draws, and how it stores fragments. */
export interface AbufferScene {
  readonly samples: Draw['samples'];
  readonly interlock: Interlock;
  readonly layers: number;
  /**
   * Whether layers are strips of two triangles, so each pixel on the diagonal gets a fragment from each triangle;
   * otherwise, a layer is one rectangle.
   */
  readonly usesStrips: boolean;
  readonly hasDepthTest: boolean;
  /** Whether evicted fragments are stored in separate memory, for blending after the section. */
  readonly blendsTail?: true;
}

/** A fragment at one location. */
interface Fragment {
  readonly number: number;
  readonly samples: number;
}

/**
 * Returns the parts of a cell that tests order-independent transparency. Each location counts its fragments, keeps the
 * nearest ones, and moves the others to its tail, in any order.
 */
export function createAbufferParts(target: CellTarget, scene: AbufferScene): CellParts {
  const { chip, wave, size } = target;
  const { samples, interlock, layers, usesStrips, hasDepthTest, blendsTail } = scene;
  const perSample = interlock.startsWith('sample');
  const perPixel = perSample ? samples : 1;
  const bytesPerPixel = 4 * LOCATION_WORDS * perPixel;
  const bytes = size * size * bytesPerPixel;
  const numbers = Array.from({ length: layers }, (_, layer) => layer + 1);
  const tail = blendsTail ? { tail: rawBufferDescriptor(chip.gfx, TAIL_BUFFER.address, bytes) } : {};
  const text = emitAbufferShader(
    { perSample, samples, hasDepthCompare: hasDepthTest, ...tail },
    chip.gfx,
    wave,
  );
  const words = Array.from({ length: size * size * perPixel }, (_, location) => {
    const pixel = Math.floor(location / perPixel);
    const [x, y] = [pixel % size, Math.floor(pixel / size)];
    const fragments = numbers
      .filter((number) => !hasDepthTest || passesDepthTest(number, x))
      .flatMap((number) => findFragments(scene, number, { x, y, size, sample: location % perPixel }));
    return computeLocationWords(fragments);
  }).flat();
  return {
    programs: [createCellProgram('abuffer', chip.gfx, text)],
    draws: [
      createCellDraw(target, {
        interlock,
        samples,
        primitives: usesStrips
          ? numbers.flatMap(() => createStripTriangles(size))
          : numbers.map(() => getBlockVertices(createFullBlock(size))),
        numbers: usesStrips ? numbers.flatMap((number) => [number, number]) : numbers,
        userData: [...rawBufferDescriptor(chip.gfx, ABUFFER.address, bytes), size],
        shader: { runsPerSample: perSample },
        ...(usesStrips ? {} : { fields: RECTANGLE_LIST }),
      }),
    ],
    memory: blendsTail
      ? [
          createObject(
            ABUFFER,
            words.map((word, i) => (isTail(i) ? 0 : word)),
          ),
          createObject(
            TAIL_BUFFER,
            words.map((word, i) => (isTail(i) ? word : 0)),
          ),
        ]
      : [createObject(ABUFFER, words)],
    ordered: [
      {
        object: ABUFFER.name,
        layout: { kind: 'pixel-rows', bytesPerPixel, bytesPerRow: size * bytesPerPixel },
      },
    ],
  };
}

/** Creates a memory object that covers all locations. Words may be in any order within a group. */
function createObject(object: typeof ABUFFER, words: readonly number[]): MemoryObject {
  return {
    ...object,
    bytes: 4 * words.length,
    initial: [],
    compare: { kind: 'bytes' },
    expected: { words, groupWords: SLOTS },
  };
}

/** Returns whether a word of a location is part of its tail. */
function isTail(word: number): boolean {
  return word % LOCATION_WORDS >= FIRST_TAIL;
}

interface Location {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly sample: number;
}

/** Returns the fragments of one layer at a location: one, or one per triangle where the diagonal crosses the pixel. */
function findFragments(
  { samples, interlock, usesStrips }: AbufferScene,
  number: number,
  { x, y, size, sample }: Location,
): Fragment[] {
  if (interlock.startsWith('sample')) return [{ number, samples: samples === 1 ? 1 : 1 << sample }];
  const allSamples = (1 << samples) - 1;
  if (!usesStrips || samples === 1 || x + y !== size - 1) return [{ number, samples: allSamples }];
  const nearSamples = POSITION_SUMS.reduce((mask, sum, i) => mask | (sum < DIAGONAL ? 1 << i : 0), 0);
  return [nearSamples, allSamples & ~nearSamples].map((covered) => ({ number, samples: covered }));
}

/** Returns the words of a location: its count, slots and tail. The words of each may be in any order. */
function computeLocationWords(fragments: readonly Fragment[]): number[] {
  const keys = fragments
    .map(({ number, samples }) => computeFragmentKey(number, samples))
    .sort((a, b) => a - b);
  const pad = (words: readonly number[], length: number): number[] =>
    Array.from({ length }, (_, i) => words[i] ?? 0);
  return [
    ...pad([keys.length], SLOTS),
    ...pad(keys.slice(0, SLOTS), FIRST_TAIL - SLOTS),
    ...pad(keys.slice(SLOTS), TAIL_SLOTS),
    ...pad([], LOCATION_WORDS - FIRST_TAIL - TAIL_SLOTS),
  ];
}
