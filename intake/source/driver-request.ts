import { lookup } from '../../arch/index.js';
import { EXPORT_FORMAT, type ExportFormat, type ShaderIntent } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';
import { UNBOUNDED_COUNT } from './assumptions.js';
import type { ShaderInterface, ShaderResource, ShaderSlot } from './shader-interface.js';
import type { PipelineSettings } from './source-comments.js';
import { findPositionLocation, type Varying } from './vertex-module.js';

/** Built-in variables (SPIR-V specification, section 3.21). */
const BUILT_IN = { sampleId: 18, samplePosition: 19, sampleMask: 20, fragDepth: 22, stencil: 5014 } as const;

/** Returns what a shader's registers depend on besides its code: its exports, and when and how often it runs. */
export function getShaderIntent(
  shader: ShaderInterface,
  settings: PipelineSettings,
  file: string,
): Partial<ShaderIntent> {
  const colours = getColourNames(shader.colours, settings.formats, file).map(chooseExportFormat);
  const isDual = shader.colours.some(({ index }) => index === 1);
  const writes = (builtIn: number): boolean => shader.builtInOutputs.includes(builtIn);
  return {
    colours: isDual ? [...colours, ...colours] : colours,
    kills: shader.discards,
    earlyTests: shader.earlyTests,
    writesDepth: writes(BUILT_IN.fragDepth),
    writesStencil: writes(BUILT_IN.stencil),
    writesSampleMask: writes(BUILT_IN.sampleMask),
    alphaToCoverage: settings.alphaToCoverage,
    exportsAlpha: settings.alphaToCoverage,
    runsPerSample: runsPerSample(shader),
  };
}

/** Whether a shader runs once per sample, because it reads the sample's id, position or inputs. */
export function runsPerSample({ builtInInputs, interpolatesSamples }: ShaderInterface): boolean {
  return (
    interpolatesSamples ||
    builtInInputs.includes(BUILT_IN.sampleId) ||
    builtInInputs.includes(BUILT_IN.samplePosition)
  );
}

/**
 * Returns the export format that RADV uses for a colour format: half floats if they can represent it exactly, otherwise
 * 32 bits with as many components (ac_choose_spi_color_formats). Returns undefined if there is no colour format.
 */
function chooseExportFormat(format: string | undefined): ExportFormat | undefined {
  if (format === undefined) return undefined;
  const [, channels = '', bits = '', type = ''] = /^(r|rg|rgba|bgra)(\d+)(\w*)$/.exec(format) ?? [];
  if (bits === '32')
    return { r: EXPORT_FORMAT.R32, rg: EXPORT_FORMAT.GR32 }[channels] ?? EXPORT_FORMAT.ABGR32;
  if (type === 'ui') return EXPORT_FORMAT.UINT16_ABGR;
  if (type === 'i') return EXPORT_FORMAT.SINT16_ABGR;
  return EXPORT_FORMAT.FP16_ABGR;
}

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
function getColourNames(
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
