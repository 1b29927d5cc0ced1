import type { Gfx } from '../../chips.js';
import { ORDERED_PS_DONE } from '../messages.js';

const COMMON: Readonly<Record<number, string>> = { 1: 'MSG_INTERRUPT', 9: 'MSG_GS_ALLOC_REQ' };

const BEFORE_GFX11: Readonly<Record<number, string>> = {
  ...COMMON,
  4: 'MSG_SAVEWAVE',
  5: 'MSG_STALL_WAVE_GEN',
  6: 'MSG_HALT_WAVES',
  [ORDERED_PS_DONE]: 'MSG_ORDERED_PS_DONE',
  10: 'MSG_GET_DOORBELL',
};

const NAMES: Readonly<Record<Gfx, Readonly<Record<number, string>>>> = {
  gfx9: { ...BEFORE_GFX11, 8: 'MSG_EARLY_PRIM_DEALLOC' },
  gfx10: { ...BEFORE_GFX11, 11: 'MSG_GET_DDID' },
  'gfx10.3': { ...BEFORE_GFX11, 11: 'MSG_GET_DDID' },
  gfx11: { ...COMMON, 2: 'MSG_HS_TESSFACTOR', 3: 'MSG_DEALLOC_VGPRS' },
};

/** Name of a message without operation and stream, by the immediate of `s_sendmsg`. */
export function messageName(value: number, gfx: Gfx): string | undefined {
  return NAMES[gfx][value];
}
