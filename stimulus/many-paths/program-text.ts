import type { Gfx, WaveSize } from '../../arch/index.js';
import { getMnemonic } from '../../arch/index.js';
import {
  type Dialect,
  emitEnd,
  emitEntry,
  emitFlatPrimitive,
  formatScope,
  getDialect,
  hasSeparateStoreCounter,
  waitFor,
} from '../dialect/index.js';

/** The high address word of the program's two buffers, whose low words are 0 and `SECOND_BUFFER_OFFSET`. */
export const ADDRESS_HIGH = 1;

/** The distance in bytes between the two buffers, chosen to be larger than any scene needs. */
export const SECOND_BUFFER_OFFSET = 1 << 20;

/** The number of VGPRs that the program is compiled for. */
export const VGPRS = 16;

/** Load instructions missing from the dialect. */
const READS = { flat: 'flat_load_dword', scalar: 's_buffer_load_dword' } as const;

/**
 * Emits a section that accesses memory in many ways. Each lane folds its primitive into its pixel's word: word * 31 +
 * primitive + 1. Lanes with odd primitives do so first, through the buffer, and lanes with even primitives then use a
 * generic pointer. Next, all lanes store the primitive in a second buffer, read the first lane's word through the
 * scalar path, and reread their own word, which they use only after the exit. The initial registers are those of the
 * golden programs.
 */
export function emitManyPathsProgram(gfx: Gfx, wave: WaveSize): string {
  const dialect = getDialect(gfx, wave);
  const {
    add,
    load,
    store,
    loadBits,
    storeBits,
    mask,
    exec,
    vcc,
    saved,
    waitStores,
    waitScalars,
    waitLoads,
  } = dialect;
  const [flat, scalar] = [READS.flat, READS.scalar].map((name) => getMnemonic(name, gfx));
  return `${emitAddresses(dialect)}${emitFlatPrimitive(gfx, dialect)}
  ${add} v1, 1, v1
  v_and_b32_e32 v0, 1, v1
  v_cmp_eq_u32_e32 ${vcc}, 0, v0${emitEntry(gfx)}
  s_and_saveexec_${mask} ${saved}, ${vcc}
  ${load('v4', 'v3')}
  ${waitLoads}${emitFold(dialect)}
  s_xor_${mask} ${exec}, ${exec}, ${saved}
  ${flat} v4, v[6:7] ${formatScope(gfx, 'SCOPE_SYS', loadBits)}
  ${waitFor(gfx, 'load', 'local')}${emitFold(dialect, formatScope(gfx, 'SCOPE_SYS', storeBits))}
  s_mov_${mask} ${exec}, ${saved}
  ${store('v1', 'v9')}
  v_readfirstlane_b32 s20, v3
  ${scalar} s21, s[0:3], s20
  ${load('v5', 'v3')}
  ${waitStores}${hasSeparateStoreCounter(gfx) ? `\n  ${waitLoads}` : ''}
  ${waitScalars}${emitEnd(gfx).replace('\n  s_endpgm', '\n  v_mov_b32_e32 v8, v5\n  s_endpgm')}`;
}

/**
 * Emits code that sets v3 to the byte offset of the pixel's word, v[6:7] to its address, and v9 to the byte offset
 * of the pixel's word in the second buffer.
 */
function emitAddresses({ add }: Dialect): string {
  return `
  v_lshrrev_b32_e32 v6, 16, v3
  v_and_b32_e32 v3, 0xffff, v3
  v_mul_lo_u32 v6, v6, s4
  ${add} v3, v3, v6
  v_lshlrev_b32_e32 v3, 2, v3
  ${add} v9, 0x${SECOND_BUFFER_OFFSET.toString(16)}, v3
  v_mov_b32_e32 v6, v3
  v_mov_b32_e32 v7, ${ADDRESS_HIGH}`;
}

function emitFold({ add, store, storeBits }: Dialect, bits = storeBits): string {
  return `
  v_mul_lo_u32 v4, v4, 31
  ${add} v4, v4, v1
  ${store('v4', 'v3', { bits })}`;
}
