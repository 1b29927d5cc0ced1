import type { CacheBit, Gfx, WaveSize } from '../../arch/index.js';
import { factsOf, mnemonicOf } from '../../arch/index.js';
import { waitFor } from './waits.js';

/** Target of a buffer access, besides its offset in a vector register. */
export interface BufferPlace {
  /** Descriptor; default: s[0:3]. */
  readonly descriptor?: string;
  /** Immediate offset in bytes. */
  readonly offset?: number;
  /** Cache modifiers; default: those of a coherent access. */
  readonly bits?: string;
}

/** Formats a one-dword access: its data register, its offset register, and the place. */
export type AccessText = (data: string, at: string, place?: BufferPlace) => string;

/** Names of the same instruction or register per generation and wave size. */
export interface Dialect {
  readonly gfx: Gfx;
  /** 32-bit integer addition. */
  readonly add: string;
  /** Index of the lowest set bit. */
  readonly lowestBit: string;
  /** Load and store of one dword, by default coherent like the driver's (pops.md 6). */
  readonly load: AccessText;
  readonly store: AccessText;
  /** Scalar and vector offset of a buffer access; the scalar one is zero. */
  readonly offen: string;
  /** Two vector registers, starting at this one, as the address of an image access. */
  readonly texel: (first: number) => string;
  /** Modifier of an atomic that returns the old value. */
  readonly returns: string;
  readonly loadBits: string;
  readonly storeBits: string;
  /** Scalar AND with the second operand inverted; `mask` is its suffix. */
  readonly andNot: string;
  /** Waits for all vector loads, vector stores, scalar loads, and local data share accesses. */
  readonly waitLoads: string;
  readonly waitStores: string;
  readonly waitScalars: string;
  readonly waitLocal: string;
  /** Suffix of scalar operations on lane masks. */
  readonly mask: 'b32' | 'b64';
  readonly exec: string;
  readonly vcc: string;
  /** Register that saves EXEC. */
  readonly saved: string;
}

/**
 * Differences on generations with scopes: constants cannot be scalar offsets, hints request an atomic's old value, and image
 * addresses are lists.
 */
const FORMS = {
  bits: { offen: '0 offen', returns: 'glc', texel: (first: number) => `v[${first}:${first + 1}]` },
  scopes: {
    offen: 'null offen',
    returns: 'th:TH_ATOMIC_RETURN',
    texel: (first: number) => `[v${first}, v${first + 1}]`,
  },
} as const;

/** Modifiers of a coherent access. */
function coherentText(bits: readonly CacheBit[], scope: string | undefined): string {
  return scope === undefined ? bits.join(' ') : `scope:${scope}`;
}

function accessText(name: string, offen: string, coherent: string): AccessText {
  return (data, at, { descriptor = 's[0:3]', offset = 0, bits = coherent } = {}) => {
    const modifiers = `${offset === 0 ? '' : ` offset:${offset}`}${bits === '' ? '' : ` ${bits}`}`;
    return `${name} ${data}, ${at}, ${descriptor}, ${offen}${modifiers}`;
  };
}

/** The dialect of one generation and wave size. */
export function dialectOf(gfx: Gfx, wave: WaveSize): Dialect {
  const { coherentLoad, coherentStore, coherentScope } = factsOf(gfx);
  const [loadBits, storeBits] = [coherentLoad, coherentStore].map((bits) =>
    coherentText(bits, coherentScope),
  );
  const { offen, returns, texel } = FORMS[coherentScope === undefined ? 'bits' : 'scopes'];
  const names = {
    gfx,
    add: mnemonicOf('v_add_u32_e32', gfx),
    lowestBit: mnemonicOf('v_ffbl_b32_e32', gfx),
    load: accessText(mnemonicOf('buffer_load_dword', gfx), offen, loadBits),
    store: accessText(mnemonicOf('buffer_store_dword', gfx), offen, storeBits),
    offen,
    returns,
    texel,
    loadBits,
    storeBits,
    andNot: mnemonicOf('s_andn2_b32', gfx).replace('_b32', ''),
    waitLoads: waitFor(gfx, 'load'),
    waitStores: waitFor(gfx, 'store'),
    waitScalars: waitFor(gfx, 'scalar'),
    waitLocal: waitFor(gfx, 'local'),
  };
  return wave === 64
    ? { ...names, mask: 'b64', exec: 'exec', vcc: 'vcc', saved: 's[10:11]' }
    : { ...names, mask: 'b32', exec: 'exec_lo', vcc: 'vcc_lo', saved: 's10' };
}
