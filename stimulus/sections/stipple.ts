import { type PartContext, type Phase, REGISTERS, STIPPLE_DESCRIPTOR } from './part.js';
import { emitLaneFilter } from './section-text.js';

/** The width and height of the pattern in texels, which are floats. */
export const STIPPLE_EDGE = 32;

/** Emits code that discards fragments where the pattern, repeated across the screen, is below 0.5 (R-025). */
export function stippleText(context: PartContext, phase: Phase): string {
  const { dialect, stippleDescriptor } = context;
  const texel = `v${REGISTERS.scratch}`;
  const row = `v${REGISTERS.scratch + 1}`;
  const first = STIPPLE_DESCRIPTOR;
  const descriptor = stippleDescriptor
    .map((word, i) => `\n  s_mov_b32 s${first + i}, 0x${(word >>> 0).toString(16)}`)
    .join('');
  return `
  v_and_b32_e32 ${texel}, ${STIPPLE_EDGE - 1}, ${REGISTERS.position}
  v_bfe_u32 ${row}, ${REGISTERS.position}, 16, 5
  v_lshl_or_b32 ${texel}, ${row}, 5, ${texel}
  v_lshlrev_b32_e32 ${texel}, 2, ${texel}${descriptor}
  ${dialect.load(texel, texel, { descriptor: `s[${first}:${first + 3}]`, bits: '' })}
  ${dialect.waitLoads}
  v_cmp_le_f32_e32 ${dialect.vcc}, 0.5, ${texel}${emitLaneFilter(context, 'stippled', phase)}`;
}
