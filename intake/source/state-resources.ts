import type { StateDocument } from '../../harness/programs/index.js';
import type { DriverOutput } from './driver-process.js';
import { countDescriptors } from './driver-request.js';
import { getUniformContents } from './push-sources.js';
import type { ShaderInterface } from './shader-interface.js';
import type { ShaderResource } from './shader-resources.js';

type Resource = NonNullable<StateDocument['resources']>[number];

/** Sizes of RADV's descriptors in bytes (radv_descriptor_set.c). */
const BYTES = {
  sampler: 16,
  combined: 96,
  sampledImage: 64,
  storageImage: 32,
  uniformTexelBuffer: 16,
  storageTexelBuffer: 16,
  uniformBuffer: 16,
  storageBuffer: 16,
  inputAttachment: 64,
} as const;
/** The byte offset of the sampler in a combined descriptor. */
const SAMPLER_OFFSET = 80;

/** The texel format assumed for a sampled image if the shader does not specify one. */
const SAMPLED_FORMAT = 'rgba8';
/** The texel format assumed for any other resource if the shader does not specify one. */
const DEFAULT_FORMAT = 'r32ui';

/** Lists a shader's resources for the state, at the offsets that the driver assigned. */
export function listShaderResources(
  { resources }: ShaderInterface,
  { offsets }: DriverOutput,
): readonly Resource[] {
  return resources.flatMap((resource) => {
    const count = countDescriptors(resource);
    const first = offsets[`${resource.set}.${resource.binding}`] ?? 0;
    return Array.from({ length: count }, (_, i) => {
      const name = count === 1 ? resource.name : `${resource.name}${i}`;
      return makeResources(resource, name, first + i * BYTES[resource.kind]);
    }).flat();
  });
}

function makeResources(resource: ShaderResource, name: string, offset: number): readonly Resource[] {
  const { set, kind, isReadOnly } = resource;
  const readOnly = isReadOnly ? { read_only: true } : {};
  const makeSampler = (byte: number): Resource => ({
    name: `${name} sampler`,
    kind: 'sampler',
    set,
    offset: byte,
  });
  if (kind === 'sampler') return [{ ...makeSampler(offset), name }];
  if (kind === 'uniformBuffer') return [makeUniformBuffer(resource, name, offset)];
  if (kind === 'storageBuffer') return [{ name, kind: 'buffer', set, offset, ...readOnly }];
  if (kind === 'uniformTexelBuffer' || kind === 'storageTexelBuffer')
    return [
      {
        name,
        kind: 'buffer',
        set,
        offset,
        format: getHardwareFormat(resource.format ?? DEFAULT_FORMAT),
        ...(kind === 'uniformTexelBuffer' ? { read_only: true } : readOnly),
      },
    ];
  const isStorage = kind === 'storageImage';
  const image: Resource = {
    name,
    kind: 'image',
    set,
    offset,
    format: getHardwareFormat(resource.format ?? (isStorage ? DEFAULT_FORMAT : SAMPLED_FORMAT)),
    dimension: (resource.dimension ?? '2d') as NonNullable<Resource['dimension']>,
    ...(isStorage ? readOnly : { read_only: true }),
  };
  return kind === 'combined' ? [image, makeSampler(offset + SAMPLER_OFFSET)] : [image];
}

function makeUniformBuffer({ set, bytes, words }: ShaderResource, name: string, offset: number): Resource {
  const contents = getUniformContents(words);
  return {
    name,
    kind: 'buffer',
    set,
    offset,
    bytes: roundUpToWords(bytes),
    read_only: true,
    ...(contents === undefined ? {} : { contents: contents.map((value) => `0x${value.toString(16)}`) }),
  };
}

function roundUpToWords(bytes: number): number {
  return Math.max(4, 4 * Math.ceil(bytes / 4));
}

const CHANNELS = { r: 1, rg: 2, rgba: 4 } as const;
const TYPES = { ui: 'UINT', i: 'SINT', f: 'FLOAT', _snorm: 'SNORM', '': 'UNORM' } as const;

/** Returns the hardware's name for a GLSL format, such as `16_16_FLOAT` for `rg16f`. Returns other names unchanged. */
export function getHardwareFormat(glsl: string): string {
  const [, channels, bits, type] = /^(r|rg|rgba)(8|16|32)(ui|i|f|_snorm|)$/.exec(glsl) ?? [];
  if (channels === undefined) return glsl;
  const widths = Array.from({ length: CHANNELS[channels as keyof typeof CHANNELS] }, () => bits);
  return `${widths.join('_')}_${TYPES[type as keyof typeof TYPES]}`;
}
