import { EXPORT_FORMAT, type ExportFormat, type ShaderIntent } from '../../stimulus/index.js';
import { getColourNames } from './driver-request.js';
import type { ShaderInterface } from './shader-interface.js';
import type { PipelineSettings } from './source-comments.js';

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
