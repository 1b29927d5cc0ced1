import type { Gfx, SinceGeneration, WaveSize } from '../../arch/index.js';
import { sinceGeneration } from '../../arch/index.js';

/** What the same instruction or register is called, generation by generation and for both wave sizes. */
export interface Dialect {
  /** 32-bit integer addition. */
  readonly add: string;
  /** Number of the lowest set bit. */
  readonly lowestBit: string;
  /** Load and store of one dword with the coherence bits of the driver's coherent accesses (pops.md 6). */
  readonly load: string;
  readonly store: string;
  readonly loadBits: string;
  readonly storeBits: string;
  /** Scalar AND with the second operand inverted, ahead of `mask`. */
  readonly andNot: string;
  /** Waits for all stores. */
  readonly waitStores: string;
  /** Suffix of scalar operations on lane masks. */
  readonly mask: 'b32' | 'b64';
  readonly exec: string;
  readonly vcc: string;
  /** Where EXEC is kept. */
  readonly saved: string;
}

type Names = Omit<Dialect, 'mask' | 'exec' | 'vcc' | 'saved'>;

const GFX9: Names = {
  add: 'v_add_u32_e32',
  lowestBit: 'v_ffbl_b32_e32',
  load: 'buffer_load_dword',
  store: 'buffer_store_dword',
  loadBits: 'glc',
  storeBits: 'glc',
  andNot: 's_andn2',
  waitStores: 's_waitcnt vmcnt(0)',
};

const GFX10: Names = {
  ...GFX9,
  add: 'v_add_nc_u32_e32',
  loadBits: 'glc dlc',
  waitStores: 's_waitcnt_vscnt null, 0x0',
};

const GFX11: Names = {
  ...GFX10,
  lowestBit: 'v_ctz_i32_b32_e32',
  andNot: 's_and_not1',
  load: 'buffer_load_b32',
  store: 'buffer_store_b32',
  loadBits: 'glc',
  storeBits: '',
};

const NAMES: SinceGeneration<Names> = { gfx9: GFX9, gfx10: GFX10, gfx11: GFX11 };

/** The dialect of one generation and wave size. */
export function dialectOf(gfx: Gfx, wave: WaveSize): Dialect {
  const names = sinceGeneration(NAMES, gfx);
  return wave === 64
    ? { ...names, mask: 'b64', exec: 'exec', vcc: 'vcc', saved: 's[10:11]' }
    : { ...names, mask: 'b32', exec: 'exec_lo', vcc: 'vcc_lo', saved: 's10' };
}
