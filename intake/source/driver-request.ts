import { lookup } from '../../arch/index.js';
import { UsageError } from '../../transactions/index.js';
import type { ShaderInterface, ShaderSlot } from './shader-interface.js';
import type { ShaderResource } from './shader-resources.js';
import type { PipelineSettings } from './source-comments.js';
import { findPositionLocation, type Varying } from './vertex-module.js';

/** Vulkan's colour formats (VkFormat). */
const COLOUR_FORMATS: Readonly<Record<string, number>> = lookup({
  r8: 9,
  rg8: 16,
  rgba8: 37,
  rgba8_srgb: 43,
  bgra8: 44,
  rgb10_a2: 64,
  rgba8ui: 41,
  rgba8i: 42,
  r16f: 76,
  rg16f: 83,
  rgba16f: 97,
  rgba16ui: 95,
  r32ui: 98,
  r32i: 99,
  r32f: 100,
  rg32ui: 101,
  rg32i: 102,
  rg32f: 103,
  rgba32ui: 107,
  rgba32i: 108,
  rgba32f: 109,
  r11f_g11f_b10f: 122,
});

/** The default colour format for each output type of a shader. */
const DEFAULT_NAMES = { float: 'rgba8', int: 'rgba32i', uint: 'rgba32ui' } as const;

/** Vertex buffer formats, with four components each. */
const VERTEX_FORMATS = { float: 109, int: 108, uint: 107 } as const;

/** Descriptor types (VkDescriptorType). */
const DESCRIPTOR_TYPES = {
  sampler: 0,
  combined: 1,
  sampledImage: 2,
  storageImage: 3,
  uniformTexelBuffer: 4,
  storageTexelBuffer: 5,
  uniformBuffer: 6,
  storageBuffer: 7,
  inputAttachment: 10,
} as const satisfies Record<ShaderResource['kind'], number>;

/** Number of descriptors assumed for an unbounded array. */
const UNBOUNDED_COUNT = 4;

/** Returns the number of descriptors that a binding has in the testbench's descriptor sets. */
export function countDescriptors({ count }: ShaderResource): number {
  return count === 0 ? UNBOUNDED_COUNT : count;
}

/** Builds a compile request for the driver in the format of `data/driver/pipeline.c`, one item per line. */
export function buildDriverRequest(
  shader: ShaderInterface,
  settings: PipelineSettings,
  samples: readonly number[],
  file: string,
): string {
  const colours = getColourNames(shader.colours, settings.formats, file);
  const varyings = sortVaryings(shader);
  const lines = [
    `entry ${shader.entry}`,
    ...samples.map((count) => `samples ${count}`),
    ...(shader.writesDepth ? ['depth'] : []),
    ...(settings.alphaToCoverage ? ['alphaToCoverage'] : []),
    ...(shader.colours.some(({ index }) => index === 1) ? ['dual'] : []),
    ...(shader.pushBytes === 0 ? [] : [`push ${4 * Math.ceil(shader.pushBytes / 4)}`]),
    ...colours.map((name) => `colour ${name === undefined ? 0 : COLOUR_FORMATS[name]}`),
    ...varyings.map(({ location, kind }) => `input ${location} ${VERTEX_FORMATS[kind]}`),
    `input ${findPositionLocation(varyings)} ${VERTEX_FORMATS.float}`,
    ...settings.constants.map(({ id, value }) => `constant ${id} ${value}`),
    ...shader.resources.map(
      (resource) =>
        `binding ${resource.set} ${resource.binding} ${DESCRIPTOR_TYPES[resource.kind]} ${countDescriptors(resource)}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns the vertex outputs in location order. */
export function sortVaryings({ inputs }: ShaderInterface): readonly Varying[] {
  return inputs.toSorted((a, b) => a.location - b.location);
}

/**
 * Returns the colour formats' names by location, with undefined where the shader writes no colour. Throws `UsageError`
 * for an unknown format.
 */
export function getColourNames(
  colours: readonly ShaderSlot[],
  names: readonly string[],
  file: string,
): readonly (string | undefined)[] {
  const primaryOutputs = colours.filter(({ index }) => index === 0);
  const count = primaryOutputs.reduce((max, { location }) => Math.max(max, location + 1), 0);
  return Array.from({ length: Math.max(count, names.length) }, (_, location) => {
    const colour = primaryOutputs.find((output) => output.location === location);
    const name = names[location] ?? (colour === undefined ? undefined : DEFAULT_NAMES[colour.kind]);
    if (name === undefined || COLOUR_FORMATS[name] !== undefined) return name;
    throw new UsageError(
      `Invalid formats in ${file}: unknown format "${name}"; expected ${Object.keys(COLOUR_FORMATS).join(', ')}`,
    );
  });
}
