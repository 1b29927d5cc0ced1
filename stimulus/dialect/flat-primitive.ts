import {
  factsOf,
  type Gfx,
  getGenerationEntry,
  getMnemonic,
  type SinceGeneration,
} from '../../arch/index.js';
import type { Dialect } from './dialect.js';
import { waitFor } from './waits.js';

/** The VGPRs that `emitFlatPrimitive` uses: one for the number and, on GFX11 and later, a temporary. */
export interface FlatRegisters {
  readonly value: string;
  readonly loaded: string;
}

/** The modifiers for a parameter load that does not wait for hazards. */
const NO_HAZARD_WAITS: SinceGeneration<string> = {
  gfx9: 'wait_vdst:15',
  gfx12: 'wait_va_vdst:15 wait_vm_vsrc:1',
};

/**
 * Emits code that loads the primitive's number from flat attribute 0 into v1 (or `value`). GFX9 needs one
 * instruction between the write of M0 and its use.
 */
export function emitFlatPrimitive(
  gfx: Gfx,
  { mask, exec, saved }: Dialect,
  { value, loaded }: FlatRegisters = { value: 'v1', loaded: 'v4' },
): string {
  if (!factsOf(gfx).loadsParameters) {
    return `
  s_mov_b32 m0, s5
  s_nop 0
  v_interp_mov_f32_e32 ${value}, p0, attr0.x`;
  }
  return `
  s_mov_b32 m0, s5
  s_mov_${mask} ${saved}, ${exec}
  s_wqm_${mask} ${exec}, ${exec}
  ${getMnemonic('lds_param_load', gfx)} ${loaded}, attr0.x ${getGenerationEntry(NO_HAZARD_WAITS, gfx)}
  ${waitFor(gfx, 'export')}
  v_mov_b32_dpp ${value}, ${loaded} quad_perm:[0,0,0,0] row_mask:0xf bank_mask:0xf bound_ctrl:1 fi:1
  s_mov_${mask} ${exec}, ${saved}`;
}
