import type { ShaderIntent } from './draw-intent.js';

/** MODE as drivers start pixel shaders: round to nearest even, denormals for f16 and f64 only. */
export const FLOAT_MODE = 0xc0;

/** A shader that uses none of the options of depth, coverage and samples. */
export const NO_OPTIONS = {
  kills: false,
  earlyTests: false,
  writesDepth: false,
  writesStencil: false,
  writesSampleMask: false,
  alphaToCoverage: false,
  exportsAlpha: false,
  shadesSamples: false,
} as const satisfies Partial<ShaderIntent>;

/** What our own programs that fold primitives into a buffer do: they read coverage, position and one flat attribute, and export no colour. */
export const FOLDING_SHADER: Omit<ShaderIntent, 'vgprs' | 'sgprs' | 'userSgprs'> = {
  floatMode: FLOAT_MODE,
  scratchBytes: 0,
  inputs: ['persp_center', 'ancillary', 'sample_coverage', 'pos_fixed_pt'],
  attributes: ['flat'],
  colours: [],
  ...NO_OPTIONS,
};
