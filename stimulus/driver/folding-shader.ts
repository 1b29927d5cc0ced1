import type { ShaderIntent } from './draw-intent.js';

/** The initial MODE that drivers set for pixel shaders: round to nearest even; denormals only for f16 and f64. */
export const FLOAT_MODE = 0xc0;

/** The properties of a shader without depth, coverage or sample options. */
export const NO_OPTIONS = {
  kills: false,
  earlyTests: false,
  writesDepth: false,
  writesStencil: false,
  writesSampleMask: false,
  alphaToCoverage: false,
  exportsAlpha: false,
  runsPerSample: false,
} as const satisfies Partial<ShaderIntent>;

/**
 * The properties of the testbench's own programs that fold primitives into a buffer: they read the coverage, the
 * position and one flat attribute, and export no colour.
 */
export const FOLDING_SHADER: Omit<ShaderIntent, 'vgprs' | 'sgprs' | 'userSgprs'> = {
  floatMode: FLOAT_MODE,
  scratchBytes: 0,
  inputs: ['persp_center', 'ancillary', 'sample_coverage', 'pos_fixed_pt'],
  attributes: ['flat'],
  colours: [],
  ...NO_OPTIONS,
};
