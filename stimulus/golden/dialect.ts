import type { Gfx, WaveSize } from '../../arch/index.js';
import { factsOf, mnemonicOf } from '../../arch/index.js';

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
  /** Scalar AND with the second operand inverted, before `mask`. */
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

const WAITS_FOR_STORES = { vm: 's_waitcnt vmcnt(0)', vs: 's_waitcnt_vscnt null, 0x0' } as const;

/** The dialect of one generation and wave size. */
export function dialectOf(gfx: Gfx, wave: WaveSize): Dialect {
  const { coherentLoad, coherentStore, storeCounter } = factsOf(gfx);
  const names = {
    add: mnemonicOf('v_add_u32_e32', gfx),
    lowestBit: mnemonicOf('v_ffbl_b32_e32', gfx),
    load: mnemonicOf('buffer_load_dword', gfx),
    store: mnemonicOf('buffer_store_dword', gfx),
    loadBits: coherentLoad.join(' '),
    storeBits: coherentStore.join(' '),
    andNot: mnemonicOf('s_andn2_b32', gfx).replace('_b32', ''),
    waitStores: WAITS_FOR_STORES[storeCounter],
  };
  return wave === 64
    ? { ...names, mask: 'b64', exec: 'exec', vcc: 'vcc', saved: 's[10:11]' }
    : { ...names, mask: 'b32', exec: 'exec_lo', vcc: 'vcc_lo', saved: 's10' };
}
