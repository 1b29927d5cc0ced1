import type { OrderedMemory } from '../../transactions/index.js';
import type { MemoryUse } from './memory.js';

/** What sizes a shader's memory: the render area, and the push constant `count`. */
export interface MemoryShape {
  readonly width: number;
  readonly height: number;
  readonly count: number;
}

/** Memory that one shader of the corpus reaches, and what of it the interlock orders (shaders/NAME.frag). */
export interface ShaderMemory {
  /** Fragments that its memory has room for, where that is a limit. */
  readonly fragmentsMax?: number;
  readonly uses: (shape: MemoryShape) => readonly MemoryUse[];
  readonly ordered: (shape: MemoryShape) => readonly OrderedMemory[];
}

const WORD = 4;

/** Rows of the corpus' images in bytes (descriptors.json, `pitch`). */
const IMAGE_PITCH = 512;

/** Nodes that `llist_append` may allocate: as many as its buffer holds. The word that says so is the buffer's second. */
const LIST_CAPACITY = 0x3fff;

const wordBuffer: ShaderMemory = {
  uses: ({ width, height }) => [{ name: 'buf', bytes: width * height * WORD }],
  ordered: ({ width }) => [rows('buf', WORD, width * WORD)],
};

/** Words that each pixel has for its samples, eight of them in the sample-rate shaders. */
const SAMPLE_WORDS = 8;

const sampleWords = (words: (shape: MemoryShape) => number): ShaderMemory => ({
  uses: (shape) => [{ name: 'buf', bytes: shape.width * shape.height * words(shape) * WORD }],
  ordered: (shape) => [rows('buf', words(shape) * WORD, shape.width * words(shape) * WORD)],
});

const bufferAndImage: ShaderMemory = {
  uses: (shape) => [...wordBuffer.uses(shape), { name: 'img' }],
  ordered: (shape) => [...wordBuffer.ordered(shape), rows('img', WORD, IMAGE_PITCH)],
};

/** One entry a shader. */
export const SHADER_MEMORY = {
  rmw_buffer: wordBuffer,
  or_bits: wordBuffer,
  discard_before: wordBuffer,
  discard_after: wordBuffer,
  coherent_buffer: bufferAndImage,
  rmw_image: {
    uses: () => [{ name: 'img' }],
    ordered: () => [rows('img', WORD, IMAGE_PITCH)],
  },
  sample_id_rmw: sampleWords(() => SAMPLE_WORDS),
  sample_mask_rate: sampleWords(() => SAMPLE_WORDS),
  or_bits_sample: sampleWords(({ count }) => count),
  sample_pos_image: {
    uses: () => [{ name: 'img' }],
    ordered: () => [{ object: 'img', layout: { kind: 'whole' } }],
  },
  ordered_log: {
    uses: ({ width, height, count }) => [{ name: 'buf', bytes: width * height * (count + 1) * WORD }],
    ordered: ({ width, count }) => [rows('buf', (count + 1) * WORD, width * (count + 1) * WORD)],
  },
  llist_append: {
    fragmentsMax: LIST_CAPACITY,
    uses: () => [
      {
        name: 'heads',
        compare: { kind: 'per-pixel-list', nodes: 'nodes', firstWord: 4, nodeWords: 4, nextWord: 0 },
      },
      { name: 'nodes', initial: [0, LIST_CAPACITY], compare: { kind: 'ignore' } },
    ],
    ordered: () => [rows('heads', WORD, IMAGE_PITCH), { object: 'nodes', layout: { kind: 'whole' } }],
  },
} as const satisfies Record<string, ShaderMemory>;

/** Shaders of the corpus whose memory is described here. */
export type ShaderName = keyof typeof SHADER_MEMORY;

function rows(object: string, bytesPerPixel: number, bytesPerRow: number): OrderedMemory {
  return { object, layout: { kind: 'pixel-rows', bytesPerPixel, bytesPerRow } };
}
