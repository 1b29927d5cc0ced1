import type { Gfx, WaveSize } from '../../../arch/index.js';
import { emitEntry, emitExit, emitFlatPrimitive, getDialect } from '../../dialect/index.js';
import type { FieldValues } from '../../driver/register-fields.js';
import { REGISTERS } from '../shader.js';

const { coverage, position, primitive, offset } = REGISTERS;

/** Log2 of a coarse fragment's width and height in pixels. */
export interface FragmentRate {
  readonly x: number;
  readonly y: number;
}

/** Returns the fields that request fragments of the given size, without forcing ordered draws to 1x1. */
export function getRateFields({ x, y }: FragmentRate): FieldValues {
  return {
    'GE_VRS_RATE.RATE_X': x,
    'GE_VRS_RATE.RATE_Y': y,
    'PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE': 0,
    'PA_CL_VRS_CNTL.SAMPLE_ITER_COMBINER_MODE': 0,
  };
}

/** Emits a section that folds its primitive into the word of each pixel that its fragment covers, one at a time. */
export function emitFineFold(gfx: Gfx, wave: WaveSize, { x }: FragmentRate): string {
  const dialect = getDialect(gfx, wave);
  const { add, lowestBit, load, store, mask, exec, vcc, saved, waitLoads } = dialect;
  return `${emitFlatPrimitive(gfx, dialect, { value: primitive, loaded: 'v7' })}
  s_mov_${mask} ${saved}, ${exec}${emitEntry(gfx)}
pixel:
  ${lowestBit} v9, ${coverage}
  v_lshrrev_b32_e32 v10, 16, ${position}
  v_lshrrev_b32_e32 v7, ${x}, v9
  ${add} v10, v10, v7
  v_mul_lo_u32 ${offset}, v10, s4
  v_and_b32_e32 v10, 0xffff, ${position}
  v_and_b32_e32 v7, ${(1 << x) - 1}, v9
  ${add} v10, v10, v7
  ${add} ${offset}, ${offset}, v10
  v_lshlrev_b32_e32 ${offset}, 2, ${offset}
  ${load('v8', offset)}
  ${waitLoads}
  v_mul_lo_u32 v8, v8, 31
  ${add} v8, v8, ${primitive}
  ${store('v8', offset)}
  ${add} v7, -1, ${coverage}
  v_and_b32_e32 ${coverage}, v7, ${coverage}
  v_cmp_ne_u32_e32 ${vcc}, 0, ${coverage}
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execnz pixel
  s_mov_${mask} ${exec}, ${saved}${emitExit(gfx, dialect)}`;
}
