import {
  encodeBufferDescriptor,
  encodeImageDescriptor,
  encodeSamplerDescriptor,
  type Gfx,
  getGenerationEntry,
  getImageBytes,
  lookup,
  parseTexelFormat,
  type SinceGeneration,
} from '../../arch/index.js';
import { UsageError } from '../../transactions/index.js';
import type { CorpusRecord, GivenResource } from '../corpus.js';
import { splitAddress } from './words.js';

/** The width and height of an image in texels. */
const IMAGE_EDGE = 128;
/** The row pitch of an image in bytes. */
export const IMAGE_PITCH = 4 * IMAGE_EDGE;

/** Words 1 to 7 of a linear r32ui image descriptor of this size, as written by drivers (descriptors.json, `img`). */
const WORDS: SinceGeneration<readonly number[]> = {
  gfx9: [0x1040_0000, 0x401f_c07f, 0x9000_0204, 0x200f_e000, 0, 0, 0],
  gfx10: [0xc140_0000, 0x801f_c01f, 0x9200_0204, 0, 0x0040_0000, 0, 0],
  gfx11: [0xc140_0000, 0x001f_c01f, 0x9200_0204, 0, 0x0040_0000, 0, 0],
  gfx12: [0xc028_0000, 0x001f_c01f, 0x9200_0204, 0x0000_007f, 0x0040_0000, 0x0030_8000, 0],
};

/** The granularity of addresses in bytes; eight bits of the address are in word 1. */
const ADDRESS_UNIT = 256;

/** Encodes the descriptor of a linear r32ui image with `IMAGE_EDGE` texels per side at a 256-byte-aligned address. */
export function encodeLinearImageDescriptor(gfx: Gfx, address: number): number[] {
  const units = address / ADDRESS_UNIT;
  const [word1, ...rest] = getGenerationEntry(WORDS, gfx);
  return [units % 2 ** 32, (word1 | Math.floor(units / 2 ** 32)) >>> 0, ...rest];
}

/** A resource with its memory location and descriptor words; a sampler has no bytes. */
export interface ResourcePlacement {
  readonly given: GivenResource;
  readonly address: number;
  readonly bytes: number;
  readonly words: readonly number[];
}

/** The fields of a record that determine its resources. */
export type ResourceUse = Pick<CorpusRecord, 'gfx' | 'resources'> & {
  readonly abi: Pick<CorpusRecord['abi'], 'args'>;
};

/** The hardware names of GLSL formats. */
const GLSL_FORMATS: Readonly<Record<string, string>> = lookup({
  r32ui: '32_UINT',
  r32i: '32_SINT',
  r32f: '32_FLOAT',
  rg32ui: '32_32_UINT',
  rg32i: '32_32_SINT',
  rg32f: '32_32_FLOAT',
  rgba32ui: '32_32_32_32_UINT',
  rgba32i: '32_32_32_32_SINT',
  rgba32f: '32_32_32_32_FLOAT',
  rgba16f: '16_16_16_16_FLOAT',
  rgba8: '8_8_8_8_UNORM',
  rgba8ui: '8_8_8_8_UINT',
});

const DEFAULT_FORMAT = 'r32ui';

/** The names of arguments that hold a buffer's full address instead of its descriptor. */
const ADDRESS = /^buffer_address\[\d+\]$/;

/** Arguments that need no resource entry, because their names imply the resource. */
export const NAMED_RESOURCES: readonly (readonly [name: RegExp, rest: Omit<GivenResource, 'name'>])[] = [
  [/^buffer_descriptor\[\d+\]$/, { kind: 'buffer' }],
  [/^uniform_buffer_descriptor\[\d+\]$/, { kind: 'buffer', read_only: true }],
  [/^texel_buffer_descriptor\[\d+\]$/, { kind: 'buffer', format: DEFAULT_FORMAT }],
  [/^image_descriptor\[\d+\]$/, { kind: 'image' }],
  [/^sampler_descriptor\[\d+\]$/, { kind: 'sampler' }],
  [ADDRESS, { kind: 'buffer' }],
];

/**
 * Resources are placed far apart, starting at this address, at intervals of `STRIDE` bytes within a kind and
 * `KIND_STRIDE` bytes between kinds.
 */
const FIRST_ADDRESS = 4 * 2 ** 32;
const STRIDE = 0x100_0000;
const KIND_STRIDE = 2 ** 32;
const BUFFER_BYTES = 0x40000;
const CUBE_FACES = 6;

/** Returns a record's resources: those implied by argument names, then those listed in its state. */
export function listResources({ gfx, abi: { args }, resources = [] }: ResourceUse): ResourcePlacement[] {
  const listedNames = resources.map(({ name }) => name);
  const otherArguments = args.filter(({ name, file }) => file === 's' && !listedNames.includes(name));
  const first = FIRST_ADDRESS + NAMED_RESOURCES.length * KIND_STRIDE;
  return [
    ...otherArguments.flatMap(({ name }) => placeNamedResource(gfx, name) ?? []),
    ...resources.map((given, i) => placeResource(gfx, given, first + i * STRIDE)),
  ];
}

/** Returns the resource implied by an argument's name, or undefined if there is none. */
function placeNamedResource(gfx: Gfx, name: string): ResourcePlacement | undefined {
  const kind = NAMED_RESOURCES.findIndex(([pattern]) => pattern.test(name));
  if (kind < 0) return undefined;
  const number = Number(/\d+/.exec(name)![0]);
  return placeResource(
    gfx,
    { ...NAMED_RESOURCES[kind]![1], name },
    FIRST_ADDRESS + kind * KIND_STRIDE + number * STRIDE,
  );
}

/** Places a resource at an address. Throws `UsageError` if a descriptor cannot encode it. */
function placeResource(gfx: Gfx, given: GivenResource, address: number): ResourcePlacement {
  if (given.kind === 'sampler') return { given, address, bytes: 0, words: encodeSamplerDescriptor(gfx) };
  const { bytes, words } =
    given.kind === 'buffer' ? encodeBuffer(gfx, given, address) : encodeImage(gfx, given, address);
  if (bytes > STRIDE)
    throw new UsageError(
      `Invalid resource "${given.name}": its size is ${bytes} bytes; expected at most ${STRIDE}`,
    );
  return { given, address, bytes, words };
}

type ResourceEncoding = Pick<ResourcePlacement, 'bytes' | 'words'>;

function encodeBuffer(gfx: Gfx, given: GivenResource, address: number): ResourceEncoding {
  const { bytes = BUFFER_BYTES, swizzle = false } = given;
  if (ADDRESS.test(given.name)) return { bytes, words: splitAddress(address) };
  const format = given.format === undefined ? undefined : getFormat(given);
  const stride = given.stride ?? (format === undefined ? 0 : parseTexelFormat(format)!.bytes);
  const shape = { address, bytes, stride, swizzle, ...(format === undefined ? {} : { format }) };
  return { bytes, words: encodeDescriptor(given, () => encodeBufferDescriptor(gfx, shape)) };
}

function encodeImage(gfx: Gfx, given: GivenResource, address: number): ResourceEncoding {
  const { dimension: kind = '2d', width = IMAGE_EDGE, samples = 1 } = given;
  const isFlat = kind.startsWith('1d');
  const shape = {
    kind,
    format: getFormat(given),
    width,
    height: isFlat ? 1 : (given.height ?? width),
    depth: kind === 'cube' ? CUBE_FACES : (given.depth ?? 1),
    samples,
  };
  return {
    bytes: getImageBytes(shape),
    words: encodeDescriptor(given, () => encodeImageDescriptor(gfx, { ...shape, address })),
  };
}

/** Returns the bytes per texel of an image or per element of a typed buffer, or 4 for other buffers. */
export function getTexelBytes(given: GivenResource): number {
  const isTyped = given.kind === 'image' || given.format !== undefined;
  return isTyped ? parseTexelFormat(getFormat(given))!.bytes : WORD_BYTES;
}

const WORD_BYTES = 4;

function getFormat({ name, format = DEFAULT_FORMAT }: GivenResource): string {
  const hardwareFormat = GLSL_FORMATS[format] ?? format;
  if (parseTexelFormat(hardwareFormat) !== undefined) return hardwareFormat;
  throw new UsageError(
    `Invalid resource "${name}": format is ${format}; expected one like 8_8_8_8_UNORM, or ${Object.keys(GLSL_FORMATS).join(', ')}`,
  );
}

/** Returns a descriptor's words; throws `UsageError` if the generation does not support the resource's format. */
function encodeDescriptor(given: GivenResource, encode: () => number[]): number[] {
  try {
    return encode();
  } catch (error) {
    throw new UsageError(`Invalid resource "${given.name}": ${(error as Error).message}`);
  }
}
