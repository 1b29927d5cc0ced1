import type { Gfx, WaveSize } from '../../../arch/index.js';
import { type Dialect, emitEntry, emitExit, getDialect } from '../../dialect/index.js';
import { emitPrimitiveAndOffset } from '../fold-text.js';
import { REGISTERS } from '../shader.js';

const { ancillary, coverage, offset, primitive } = REGISTERS;

/** How a shader handles the samples of a pixel. */
export type RovPipeline = 'single' | 'pixel' | 'unrolled' | 'sample';

/** The number of samples in multisampled pipelines. */
export const ROV_SAMPLES = 4;

/** The mask of the primitive number's low bits, which determine the factor in eighths. */
const FACTOR_MASK = 7;

/**
 * Returns the value after a primitive has updated it: v * (1 + (number & 7) / 8) + number, rounded after each
 * operation.
 */
export function applyRovStep(value: number, number: number): number {
  return Math.fround(Math.fround(value * (1 + (number & FACTOR_MASK) / (FACTOR_MASK + 1))) + number);
}

/** Emits the shader of one pipeline (scenarios.md 3), which computes v = v * A + B for each sample. */
export function emitRovShader(pipeline: RovPipeline, gfx: Gfx, wave: WaveSize): string {
  const dialect = getDialect(gfx, wave);
  const slices = pipeline === 'single' ? 1 : ROV_SAMPLES;
  return `${emitPrimitiveAndOffset(gfx, dialect)}
  v_lshlrev_b32_e32 ${offset}, ${31 - Math.clz32(slices)}, ${offset}
  v_and_b32_e32 v10, ${FACTOR_MASK}, ${primitive}
  v_cvt_f32_u32_e32 v10, v10
  v_ldexp_f32 v10, v10, -3
  v_add_f32_e32 v10, 1.0, v10
  v_cvt_f32_u32_e32 v11, ${primitive}${BODIES[pipeline](gfx, dialect)}${emitExit(gfx, dialect)}`;
}

const BODIES: Readonly<Record<RovPipeline, (gfx: Gfx, dialect: Dialect) => string>> = {
  single: (gfx, dialect) => `${emitEntry(gfx)}${emitStep(dialect, offset)}`,
  sample: (gfx, dialect) => `
  v_bfe_u32 v7, ${ancillary}, 8, 4
  v_lshl_add_u32 ${offset}, v7, 2, ${offset}${emitEntry(gfx)}${emitStep(dialect, offset)}`,
  pixel: (gfx, dialect) => {
    const { add, lowestBit, mask, exec, vcc, saved } = dialect;
    return `
  s_mov_${mask} ${saved}, ${exec}${emitEntry(gfx)}
sample:
  ${lowestBit} v9, ${coverage}
  v_lshl_add_u32 v9, v9, 2, ${offset}${emitStep(dialect, 'v9')}
  ${add} v9, -1, ${coverage}
  v_and_b32_e32 ${coverage}, v9, ${coverage}
  v_cmp_ne_u32_e32 ${vcc}, 0, ${coverage}
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execnz sample
  s_mov_${mask} ${exec}, ${saved}`;
  },
  // Compilers merge the sections of the four conditions into one that surrounds all of them.
  unrolled: (gfx, dialect) => {
    const { mask, exec, vcc, saved } = dialect;
    const sections = Array.from(
      { length: ROV_SAMPLES },
      (_, sample) => `
  v_and_b32_e32 v7, ${1 << sample}, ${coverage}
  v_cmp_ne_u32_e32 ${vcc}, 0, v7
  s_and_saveexec_${mask} ${saved}, ${vcc}${emitStep(dialect, offset, 4 * sample)}
  s_mov_${mask} ${exec}, ${saved}`,
    );
    return `${emitEntry(gfx)}${sections.join('')}`;
  },
};

function emitStep({ load, store, waitLoads }: Dialect, address: string, bytes = 0): string {
  return `
  ${load('v8', address, { offset: bytes })}
  ${waitLoads}
  v_mul_f32_e32 v8, v8, v10
  v_add_f32_e32 v8, v8, v11
  ${store('v8', address, { offset: bytes })}`;
}
