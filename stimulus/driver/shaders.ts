import type { OrderedMemory } from '../../transactions/index.js';
import type { MemoryUse } from './memory.js';
import { pattern, toFloatBits } from './words.js';

/** What the size of a shader's memory depends on: the render area and the push constant `count`. */
export interface MemoryShape {
  readonly width: number;
  readonly height: number;
  readonly count: number;
}

/** An object that a shader uses, with its layout if the interlock orders accesses to it. */
interface ObjectUse {
  readonly use: MemoryUse;
  readonly ordered?: OrderedMemory;
}

/** The memory that a corpus shader (shaders/NAME.frag) uses. */
export interface ShaderMemory {
  /** The maximum number of fragments that fit in its memory, if limited. */
  readonly maxFragments?: number;
  /** The maximum number of pixels in the render area that fit in its memory, if limited. */
  readonly maxPixels?: number;
  /** The required value of the push constant `count`, for shaders that don't work with just any small number. */
  readonly count?: 'pixels' | 'samples';
  readonly objects: readonly ((shape: MemoryShape) => ObjectUse)[];
}

const WORD = 4;

/** The size of the large buffers in the corpus (descriptors.json). */
const BUFFER_BYTES = 0x40000;
/** The edge and row pitch of the storage images in the corpus (descriptors.json). */
const IMAGE_EDGE = 128;
const IMAGE_PITCH = IMAGE_EDGE * WORD;

/** The number of words in the texture `tex`. */
const TEXTURE_WORDS = 64 * 16;
/** The number of words in the read-only buffer `ro`. */
const RO_WORDS = 64;
/** The number of words in the uniform buffer `ubo`. */
const UBO_WORDS = 128;

/** The number of nodes that `llist_append` may allocate; the second word of its buffer holds this capacity. */
const LIST_CAPACITY = 0x3fff;

/** The words per pixel in `long_section`. */
const LONG_SECTION_WORDS = 32;
/** The words per pixel in `scratch_array`. */
const ARRAY_WORDS = 80;
/** The size in bytes of a pixel with eight words. */
const EIGHT_WORDS = 8 * WORD;
/** The size in bytes of a pixel with a four-word vector. */
const VECTOR = 4 * WORD;

/** Describes an ordered buffer with `bytes` bytes per pixel; the `extraBytes` at its end are not part of any pixel. */
function describePixelBuffer(
  name: string,
  bytes: number,
  extraBytes = 0,
  initial?: (words: number) => number[],
) {
  return ({ width, height }: MemoryShape): ObjectUse => {
    const size = width * height * bytes;
    return {
      use: {
        name,
        bytes: size + extraBytes,
        ...(initial === undefined ? {} : { initial: initial(size / WORD) }),
      },
      ordered: describePixelRows(name, bytes, width * bytes),
    };
  };
}

/** Describes an ordered storage image in which each pixel has `texels` by `texels` texels. */
function describePixelImage(name: string, texels = 1, use: Partial<MemoryUse> = {}) {
  return (): ObjectUse => ({
    use: { ...use, name },
    ordered: describePixelRows(name, texels * WORD, texels * IMAGE_PITCH),
  });
}

/** Describes an object that the shader only reads, or that the interlock does not order. */
function describeUnorderedObject(use: MemoryUse) {
  return (): ObjectUse => ({ use });
}

function describePixelRows(object: string, bytesPerPixel: number, bytesPerRow: number): OrderedMemory {
  return { object, layout: { kind: 'pixel-rows', bytesPerPixel, bytesPerRow } };
}

const allOnes = (words: number): number[] => new Array<number>(words).fill(0xffffffff);

const buffer: ShaderMemory = { objects: [describePixelBuffer('buf', WORD)] };
const vectors: ShaderMemory = { objects: [describePixelBuffer('buf1', VECTOR)] };
const storageImage: ShaderMemory = { objects: [describePixelImage('img')] };
const bufferAndImage: ShaderMemory = {
  objects: [describePixelBuffer('buf', WORD), describePixelImage('img')],
};
const eightWords: ShaderMemory = { objects: [describePixelBuffer('buf', EIGHT_WORDS)] };
const texture = describeUnorderedObject({ name: 'tex', initial: pattern(TEXTURE_WORDS) });
const imageAndTexture: ShaderMemory = { objects: [describePixelImage('img'), texture] };

export const SHADER_MEMORY = {
  alpha_to_coverage: buffer,
  atomic64: { count: 'pixels', objects: [describePixelBuffer('buf2', 2 * WORD, 2 * WORD)] },
  bda_rmw: { objects: [describePixelBuffer('addr', WORD)] },
  coherent_buffer: bufferAndImage,
  color_blend: buffer,
  cond_access: buffer,
  cond_uniform: bufferAndImage,
  count_pixel_unordered: buffer,
  demote_before: buffer,
  depth_export: buffer,
  deriv_in_section: buffer,
  discard_after: buffer,
  discard_before: buffer,
  discard_between_texture: imageAndTexture,
  dual_source: buffer,
  early_tests: buffer,
  early_tests_color: storageImage,
  empty_section: {
    objects: [({ width, height }) => ({ use: { name: 'buf', bytes: width * height * WORD } })],
  },
  frag_coord_float: vectors,
  front_face: buffer,
  kbuffer4: { objects: [describePixelBuffer('buf1', VECTOR, 0, allOnes)] },
  llist_append: {
    maxFragments: LIST_CAPACITY,
    objects: [
      describePixelImage('heads', 1, {
        compare: { kind: 'per-pixel-list', nodes: 'nodes', firstWord: 4, nodeWords: 4, nextWord: 0 },
      }),
      () => ({
        use: { name: 'nodes', initial: [0, LIST_CAPACITY], compare: { kind: 'ignore' } },
        ordered: { object: 'nodes', layout: { kind: 'whole' } },
      }),
    ],
  },
  long_section: {
    maxPixels: BUFFER_BYTES / (LONG_SECTION_WORDS * WORD),
    objects: [describePixelBuffer('buf', LONG_SECTION_WORDS * WORD, 0, pattern)],
  },
  loop_in_section: buffer,
  mrt4: storageImage,
  multi_set: {
    objects: [
      describePixelBuffer('buf', WORD),
      describePixelBuffer('buf1', VECTOR),
      describePixelImage('depthImg', 1, {
        initial: new Array<number>(IMAGE_EDGE * IMAGE_EDGE).fill(toFloatBits(1)),
      }),
    ],
  },
  nonuniform_buffers: {
    objects: ['bufs0', 'bufs1', 'bufs2', 'bufs3'].map((name) => describePixelBuffer(name, WORD)),
  },
  oit_loop: eightWords,
  or_bits: buffer,
  or_bits_sample: {
    count: 'samples',
    objects: [(shape) => describePixelBuffer('buf', shape.count * WORD)(shape)],
  },
  ordered_log: { objects: [(shape) => describePixelBuffer('buf', (shape.count + 1) * WORD)(shape)] },
  packed_half: buffer,
  push_const_indexed: buffer,
  push_const_only: buffer,
  restrict_coherent_image: { objects: [describePixelImage('canvas')] },
  rmw_buffer: buffer,
  rmw_bytes: { objects: [describePixelBuffer('buf', 1), describePixelBuffer('nodes', 2)] },
  rmw_image: storageImage,
  ro_in_section: {
    objects: [
      describePixelBuffer('buf', WORD),
      describeUnorderedObject({ name: 'ro', initial: pattern(RO_WORDS) }),
    ],
  },
  sample_id_rmw: eightWords,
  sample_mask_rate: eightWords,
  // Each pixel covers 4x4 texels, so areas of this size fit in the image.
  sample_pos_image: { maxPixels: (IMAGE_EDGE / 4) ** 2 / 2, objects: [describePixelImage('img', 4)] },
  scratch_array: {
    maxPixels: BUFFER_BYTES / (ARRAY_WORDS * WORD),
    objects: [
      ({ width, height }) => {
        const words = width * height * ARRAY_WORDS;
        return { use: { name: 'buf', bytes: words * WORD, initial: pattern(words) } };
      },
      describePixelBuffer('buf1', VECTOR),
    ],
  },
  subgroup_section: { count: 'pixels', objects: [describePixelBuffer('buf', WORD, WORD)] },
  switch_section: buffer,
  tex_in_section: imageAndTexture,
  ubo_in_section: {
    objects: [
      describePixelBuffer('buf', WORD),
      describeUnorderedObject({ name: 'ubo', initial: pattern(UBO_WORDS) }),
    ],
  },
  volatile_buffer: buffer,
  wide_rmw: vectors,
} as const satisfies Record<string, ShaderMemory>;

/** The corpus shaders described in `SHADER_MEMORY`. */
export type ShaderName = keyof typeof SHADER_MEMORY;

/** Lists the objects that a shader uses. */
export function listUses(memory: ShaderMemory, shape: MemoryShape): readonly MemoryUse[] {
  return memory.objects.map((describeUse) => describeUse(shape).use);
}

/** Lists the layouts of the memory that the interlock orders for a shader. */
export function listOrdered(memory: ShaderMemory, shape: MemoryShape): readonly OrderedMemory[] {
  return memory.objects.flatMap((describeUse) => describeUse(shape).ordered ?? []);
}
