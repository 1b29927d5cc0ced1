import type { ChipName } from '../../arch/index.js';
import { listRecords } from '../corpus.js';
import { withAttachments } from '../driver/attachments.js';
import { makeDraws, numberConstants } from '../driver/draw.js';
import { buildMemory } from '../driver/memory.js';
import { findVariant, programFromRecord } from '../driver/program.js';
import type { ShaderMemory, ShaderName } from '../driver/shaders.js';
import { listOrdered, listUses, SHADER_MEMORY } from '../driver/shaders.js';
import { toFloatBits } from '../driver/words.js';
import type { Triangle } from '../scenes/geometry.js';
import { createStrips } from './blocks.js';
import { type CellParts, type CellTarget, createCell, type RunnableCell } from './cell.js';

/** The push constant `k` of every draw. It must be odd. */
const FACTOR = 0x2f;
/** The push constant `alpha` of every draw. */
const ALPHA = 0.5;
/** The push constant `count`, unless the shader requires a different value. */
const COUNT = 4;

/** The number of distinct values that an attribute cycles through. */
const DISTINCT_VALUES = 16;

/**
 * Returns the parts of a cell that runs a driver-compiled corpus program with one sample per pixel, including everything
 * that the driver would set up.
 */
export function createCorpusParts(
  target: CellTarget,
  shader: ShaderName,
  draws: readonly (readonly Triangle[])[],
): CellParts {
  const { size, corpus, freedoms } = target;
  const [record] = listRecords(corpus, shader, target);
  const variant = findVariant(record, 1);
  const memory: ShaderMemory = SHADER_MEMORY[shader];
  const count = memory.count === undefined ? COUNT : { pixels: size * size, samples: 1 }[memory.count];
  const shape = { width: size, height: size, count };
  const program = programFromRecord(record);
  const constants = numberConstants({ draws }, () => ({
    k: FACTOR,
    width: size,
    flags: 3,
    alpha: toFloatBits(ALPHA),
    count,
  }));
  const scenario = {
    chip: target.chip.name as ChipName,
    programs: [program],
    draws: makeDraws(
      { chip: target.chip, record, variant, program },
      { width: size, height: size, draws },
      constants,
      // Attribute values are equal at all vertices and differ between primitives.
      (number, i) => {
        const color = getPrimitiveColour(number);
        const uv = [color[0], color[1]] as const;
        const attributes = { number, idInDraw: i, uv: [uv, uv, uv], color: [color, color, color] };
        return { depth: (i % DISTINCT_VALUES) / DISTINCT_VALUES, attributes };
      },
    ),
    memory: buildMemory(corpus, record, listUses(memory, shape), constants, freedoms.waveSlots),
    ordered: listOrdered(memory, shape),
  };
  const { chip: _, ...parts } = withAttachments(scenario, shader);
  return parts;
}

/** Returns the parts of a cell that runs a corpus program on strips over the whole area, `layers` in each draw. */
export function createStripParts(
  target: CellTarget,
  shader: ShaderName,
  draws: number,
  layers: number,
): CellParts {
  const strips = Array.from({ length: draws }, () => createStrips(target.size, layers));
  return createCorpusParts(target, shader, strips);
}

/** Returns a primitive's colour as red, green, blue and alpha, each between 0 and 1. */
function getPrimitiveColour(number: number): readonly [number, number, number, number] {
  const fraction = ((number % DISTINCT_VALUES) + 0.5) / DISTINCT_VALUES;
  return [fraction, 1 - fraction, fraction / 2, fraction];
}

/** Computes a pixel's words after a fragment has updated them, from the primitive number and the array entries. */
type FragmentResult = (
  words: readonly number[],
  primitive: number,
  getEntry: (entry: number) => number,
) => number[];

/** The length of the array in `scratch_array`. */
const ENTRIES = 80;

/** The buffer that contains the array's initial contents. */
const TABLE = 'buf';

/** The bits of 1.0, the initial value of a depth image. */
const FARTHEST_DEPTH = 0x3f800000;

/** How each operation updates a pixel, and which corpus programs use it. */
export const STRIP_RESULTS = {
  /** `rmw_image` and `discard_after`: x -> x * k + vPrim. */
  fold: ([word], primitive) => [Math.imul(word, FACTOR) + primitive],
  /** `color_blend`: blends eight-bit colours, each over the current one. */
  blend: ([word], primitive) => {
    const [red, green, blue, alpha] = getPrimitiveColour(primitive);
    const blended = [red * alpha, green * alpha, blue * alpha, alpha].map(
      (sourceChannel, i) => sourceChannel + (((word >>> (8 * i)) & 0xff) / 0xff) * (1 - alpha),
    );
    return [blended.reduce((packed, channel, i) => packed | (Math.round(channel * 0xff) << (8 * i)), 0)];
  },
  /** `multi_set`: the number of fragments. */
  count: ([word]) => [word + 1],
  /**
   * `multi_set`: the nearest fragment's primitive, the number of fragments before it, the depth it replaced, and 1.
   * No later strip is nearer than the first.
   */
  nearest: ([first, before, depth, found], primitive) =>
    found === 1 ? [first, before, depth, found] : [primitive, 0, FARTHEST_DEPTH, 1],
  /**
   * `scratch_array`: a count, a hash of the array, and two of its entries. The array is initialised from the pixel's
   * entries in a buffer.
   */
  scratch: ([count], primitive, getEntry) => {
    const entries = Array.from({ length: ENTRIES }, (_, i) => getEntry(i));
    entries[count % ENTRIES] += primitive;
    entries[(count * 7 + primitive) % ENTRIES] ^= count;
    let hash = 0;
    for (let i = 0; i < ENTRIES; i++) hash = (Math.imul(hash, 3) + entries[(i * FACTOR) % ENTRIES]) | 0;
    return [count + 1, hash, entries[primitive % ENTRIES], entries[count % ENTRIES]];
  },
} as const satisfies Readonly<Record<string, FragmentResult>>;

/** Creates a cell that runs a corpus program on strips, with the expected final words of the named objects. */
export function stripCell(
  name: string,
  title: string,
  shader: ShaderName,
  [draws, layers]: readonly [draws: number, layers: number],
  results: Readonly<Record<string, FragmentResult>>,
): RunnableCell {
  return createCell(name, title, (target) =>
    Object.entries(results).reduce(
      (parts, [object, result]) => withStripResults(parts, target.size, draws * layers, result, object),
      createStripParts(target, shader, draws, layers),
    ),
  );
}

/**
 * Adds the expected final contents of an ordered object (by default, the first one) to the parts. Each strip in the
 * scene is two triangles that cover the whole area. The first triangle covers the pixels whose centres are above the
 * diagonal; the second covers those whose centres are on or below it (top-left rule).
 */
export function withStripResults(
  parts: CellParts,
  size: number,
  strips: number,
  result: FragmentResult,
  object: string = parts.ordered[0].object,
): CellParts {
  const layout = parts.ordered.find((row) => row.object === object)?.layout;
  if (layout?.kind !== 'pixel-rows') throw new Error(`expected ${object} to be laid out in rows of pixels`);
  const table = parts.memory.find(({ name }) => name === TABLE)?.initial ?? [];
  const [pixelWords, rowWords] = [layout.bytesPerPixel / 4, layout.bytesPerRow / 4];
  const words = new Array<number>(size * rowWords).fill(0);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const triangle = x + y + 1 < size ? 0 : 1;
      let pixel = new Array<number>(pixelWords).fill(0);
      const getEntry = (entry: number): number => table[(y * size + x) * ENTRIES + entry] ?? 0;
      for (let strip = 0; strip < strips; strip++) pixel = result(pixel, 2 * strip + triangle, getEntry);
      for (const [i, word] of pixel.entries()) words[y * rowWords + x * pixelWords + i] = word >>> 0;
    }
  return {
    ...parts,
    memory: parts.memory.map((entry) => (entry.name === object ? { ...entry, expected: { words } } : entry)),
  };
}
