import type { Gfx, WaveSize } from '../../arch/index.js';
import { dialectOf } from '../golden/dialect.js';
import { flatPrimitiveText } from '../golden/program-text.js';
import { endText, entryText } from '../golden/protocol.js';

/**
 * Assembly of a section that runs layer by layer, because lanes of one wave may overlap: each set bit of the intrawave
 * argument starts a layer at that quad, and a layer's accesses are complete before the next one begins (S-061 to S-067). It
 * folds the primitive into the word of its pixel: word * 31 + primitive + 1. Registers at the start: s[0:3] buffer
 * descriptor, s4 width in pixels, s5 prim mask, s6 collision argument, s7 intrawave argument; v[0:1] barycentrics, v2
 * sample coverage, v3 pixel position.
 */
export function intrawaveText(gfx: Gfx, wave: WaveSize): string {
  const dialect = dialectOf(gfx, wave);
  const { add, load, store, loadBits, storeBits, waitStores, mask, exec, saved } = dialect;
  // Bits above the quads mean nothing, and quad 0 starts the first layer whatever bit 0 says (S-064; pops.md 5.2).
  const layerBits = wave === 64 ? '0xfffe' : '0xfe';
  const lanes = wave === 64 ? 's[16:17]' : 's16';
  const later = wave === 64 ? 's[18:19]' : 's18';
  return `
  s_and_b32 s12, s7, ${layerBits}${flatPrimitiveText(gfx, dialect)}
  v_lshrrev_b32_e32 v4, 16, v3
  v_and_b32_e32 v3, 0xffff, v3
  v_mul_lo_u32 v4, v4, s4
  ${add} v3, v3, v4
  v_lshlrev_b32_e32 v3, 2, v3
  ${add} v1, 1, v1
  s_mov_${mask} ${saved}, ${exec}
  s_mov_b32 s13, 0${entryText(gfx)}
layer:
  s_lshl_${mask} ${lanes}, -1, s13
  s_ff1_i32_b32 s14, s12
  s_lshl_b32 s13, s14, 2
  s_cmp_eq_u32 s12, 0
  s_cbranch_scc1 last
  s_lshl_${mask} ${later}, -1, s13
  s_andn2_${mask} ${lanes}, ${lanes}, ${later}
last:
  s_and_${mask} ${exec}, ${saved}, ${lanes}
  ${load} v4, v3, s[0:3], 0 offen ${loadBits}
  s_waitcnt vmcnt(0)
  v_mul_lo_u32 v4, v4, 31
  ${add} v4, v4, v1
  ${store} v4, v3, s[0:3], 0 offen ${storeBits}
  ${waitStores}
  s_sub_u32 s14, s12, 1
  s_cmp_eq_u32 s12, 0
  s_cbranch_scc1 leave
  s_and_b32 s12, s12, s14
  s_branch layer
leave:
  s_mov_${mask} ${exec}, ${saved}${endText(gfx)}`;
}
