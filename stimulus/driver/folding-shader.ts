import type { ShaderIntent } from './draw-intent.js';

/** Initial MODE of pixel shaders as set by drivers: round to nearest even, denormals for f16 and f64 only. */
export const FLOAT_MODE = 0xc0;

/** A shader without any depth, coverage or sample options. */
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

/**
 * Our own programs that fold primitives into a buffer: they read coverage, position and one flat attribute,
 * and export no colour.
 */
export const FOLDING_SHADER: Omit<ShaderIntent, 'vgprs' | 'sgprs' | 'userSgprs'> = {
  floatMode: FLOAT_MODE,
  scratchBytes: 0,
  inputs: ['persp_center', 'ancillary', 'sample_coverage', 'pos_fixed_pt'],
  attributes: ['flat'],
  colours: [],
  ...NO_OPTIONS,
};
