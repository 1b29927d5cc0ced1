import type { CacheBit, Gfx, WaveSize } from '../../arch/index.js';
import { factsOf, getMnemonic } from '../../arch/index.js';
import { waitFor } from './waits.js';

/** The target of a buffer access, apart from the offset in a vector register. */
export interface BufferTarget {
  /** The descriptor; s[0:3] by default. */
  readonly descriptor?: string;
  /** The immediate offset in bytes. */
  readonly offset?: number;
  /** The cache modifiers; by default those of a coherent access. */
  readonly bits?: string;
}

/** Formats a one-dword access, given its data register, offset register and target. */
export type AccessFormatter = (data: string, offsetRegister: string, target?: BufferTarget) => string;

/** The names of instructions and registers that depend on the generation and wave size. */
export interface Dialect {
  readonly gfx: Gfx;
  /** The mnemonic for 32-bit integer addition. */
  readonly add: string;
  /** The mnemonic for finding the index of the lowest set bit. */
  readonly lowestBit: string;
  /** Formats a load of one dword, with the driver's coherence by default (pops.md 6). */
  readonly load: AccessFormatter;
  /** Formats a store of one dword, with the driver's coherence by default (pops.md 6). */
  readonly store: AccessFormatter;
  /** The (zero) scalar offset of a buffer access, followed by the modifier that enables the vector offset. */
  readonly offen: string;
  /** Formats two vector registers, starting with the given one, as the address of an image access. */
  readonly texel: (first: number) => string;
  /** The modifier for an atomic that returns the old value. */
  readonly returns: string;
  readonly loadBits: string;
  readonly storeBits: string;
  /** The mnemonic for scalar AND with the second operand inverted, without the suffix in `mask`. */
  readonly andNot: string;
  /** The wait for all vector loads. */
  readonly waitLoads: string;
  /** The wait for all vector stores. */
  readonly waitStores: string;
  /** The wait for all scalar loads. */
  readonly waitScalars: string;
  /** The wait for all LDS accesses. */
  readonly waitLocal: string;
  /** The suffix of scalar operations on lane masks. */
  readonly mask: 'b32' | 'b64';
  readonly exec: string;
  readonly vcc: string;
  /** The register that holds the saved EXEC. */
  readonly saved: string;
}

/**
 * How operands and modifiers differ on generations with scopes: the scalar offset cannot be a constant, atomics use
 * a temporal hint to request the old value, and image addresses are lists.
 */
const SYNTAX = {
  bits: { offen: '0 offen', returns: 'glc', texel: (first: number) => `v[${first}:${first + 1}]` },
  scopes: {
    offen: 'null offen',
    returns: 'th:TH_ATOMIC_RETURN',
    texel: (first: number) => `[v${first}, v${first + 1}]`,
  },
} as const;

/** Returns the modifiers of a coherent access. */
function getCoherenceModifiers(bits: readonly CacheBit[], scope: string | undefined): string {
  return scope === undefined ? bits.join(' ') : `scope:${scope}`;
}

function makeAccessFormatter(name: string, offen: string, coherent: string): AccessFormatter {
  return (data, offsetRegister, { descriptor = 's[0:3]', offset = 0, bits = coherent } = {}) => {
    const modifiers = `${offset === 0 ? '' : ` offset:${offset}`}${bits === '' ? '' : ` ${bits}`}`;
    return `${name} ${data}, ${offsetRegister}, ${descriptor}, ${offen}${modifiers}`;
  };
}

/** Returns the dialect for a generation and wave size. */
export function getDialect(gfx: Gfx, wave: WaveSize): Dialect {
  const { coherentLoad, coherentStore, coherentScope } = factsOf(gfx);
  const [loadBits, storeBits] = [coherentLoad, coherentStore].map((bits) =>
    getCoherenceModifiers(bits, coherentScope),
  );
  const { offen, returns, texel } = SYNTAX[coherentScope === undefined ? 'bits' : 'scopes'];
  const common = {
    gfx,
    add: getMnemonic('v_add_u32_e32', gfx),
    lowestBit: getMnemonic('v_ffbl_b32_e32', gfx),
    load: makeAccessFormatter(getMnemonic('buffer_load_dword', gfx), offen, loadBits),
    store: makeAccessFormatter(getMnemonic('buffer_store_dword', gfx), offen, storeBits),
    offen,
    returns,
    texel,
    loadBits,
    storeBits,
    andNot: getMnemonic('s_andn2_b32', gfx).replace('_b32', ''),
    waitLoads: waitFor(gfx, 'load'),
    waitStores: waitFor(gfx, 'store'),
    waitScalars: waitFor(gfx, 'scalar'),
    waitLocal: waitFor(gfx, 'local'),
  };
  return wave === 64
    ? { ...common, mask: 'b64', exec: 'exec', vcc: 'vcc', saved: 's[10:11]' }
    : { ...common, mask: 'b32', exec: 'exec_lo', vcc: 'vcc_lo', saved: 's10' };
}
