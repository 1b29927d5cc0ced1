import type { Gfx, SinceGeneration, WaveSize } from '../../arch/index.js';
import { factsOf, getEventWaitImmediate, getGenerationEntry, getMnemonic, SCOPES } from '../../arch/index.js';
import { emitSectionEntry } from './poll-entry.js';
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
export type Dialect = ReturnType<typeof createDialect>;

/** Emits a program's text in the dialect of its target. */
export type Emitter = (dialect: Dialect) => string;

/**
 * How operands and modifiers differ on generations with scopes: the (zero) scalar offset of a buffer access, followed by
 * the modifier that enables the vector offset, cannot be a constant; atomics that return the old value request it by a
 * temporal hint; and the two vector registers of an image access's address are a list.
 */
const SYNTAX = {
  bits: { offen: '0 offen', returns: 'glc', texel: (first: number) => `v[${first}:${first + 1}]` },
  scopes: {
    offen: 'null offen',
    returns: 'th:TH_ATOMIC_RETURN',
    texel: (first: number) => `[v${first}, v${first + 1}]`,
  },
} as const;

function makeAccessFormatter(name: string, offen: string, coherent: string): AccessFormatter {
  return (data, offsetRegister, { descriptor = 's[0:3]', offset = 0, bits = coherent } = {}) => {
    const modifiers = `${offset === 0 ? '' : ` offset:${offset}`}${bits === '' ? '' : ` ${bits}`}`;
    return `${name} ${data}, ${offsetRegister}, ${descriptor}, ${offen}${modifiers}`;
  };
}

const dialects = new Map<string, Dialect>();

/** Returns the dialect for a generation and wave size. */
export function getDialect(gfx: Gfx, wave: WaveSize): Dialect {
  const key = `${gfx} ${wave}`;
  const dialect = dialects.get(key) ?? createDialect(gfx, wave);
  dialects.set(key, dialect);
  return dialect;
}

/** Operations on lane masks: their suffix, and the registers of each wave size. */
const LANE_MASKS = {
  32: { mask: 'b32', exec: 'exec_lo', vcc: 'vcc_lo', saved: 's10' },
  64: { mask: 'b64', exec: 'exec', vcc: 'vcc', saved: 's[10:11]' },
} as const;

function createDialect(gfx: Gfx, wave: WaveSize) {
  const { coherentLoad, coherentStore, coherentScope, exitsByExport } = factsOf(gfx);
  const [loadBits, storeBits] = [coherentLoad, coherentStore].map((bits) =>
    coherentScope === undefined ? bits.join(' ') : `scope:${coherentScope}`,
  );
  const syntax = SYNTAX[coherentScope === undefined ? 'bits' : 'scopes'];
  const waitStores = waitFor(gfx, 'store');
  const doneMessage = exitsByExport ? '' : '\n  s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)';
  const waveEnd = `\n  ${formatEmptyExport(gfx)}\n  s_endpgm`;
  return {
    ...{ gfx, wave, loadBits, storeBits, waitStores },
    ...LANE_MASKS[wave],
    ...syntax,
    add: getMnemonic('v_add_u32_e32', gfx),
    lowestBit: getMnemonic('v_ffbl_b32_e32', gfx),
    /** Formats a load of one dword, with the driver's coherence by default (pops.md 6). */
    load: makeAccessFormatter(getMnemonic('buffer_load_dword', gfx), syntax.offen, loadBits),
    /** Formats a store of one dword, with the driver's coherence by default (pops.md 6). */
    store: makeAccessFormatter(getMnemonic('buffer_store_dword', gfx), syntax.offen, storeBits),
    /** The mnemonic for scalar AND with the second operand inverted, without the suffix in `mask`. */
    andNot: getMnemonic('s_andn2_b32', gfx).replace('_b32', ''),
    waitLoads: waitFor(gfx, 'load'),
    waitScalars: waitFor(gfx, 'scalar'),
    waitLocal: waitFor(gfx, 'local'),
    /** Enters the ordered section (`emitEntry`). */
    entry: emitEntry(gfx),
    /** Sends the message that ends the ordered section; empty on generations where the `done` export ends it. */
    doneMessage,
    /**
     * Ends a wave that has no exports. On GFX10.3 and earlier, the wave must already have sent its message, or have no
     * ordered section.
     */
    waveEnd,
    /**
     * Ends a wave with no outstanding memory accesses. On GFX10.3 and earlier, sending the message is what exits the
     * section, so it is sent on every path.
     */
    sectionEnd: `${doneMessage}${waveEnd}`,
    /** Waits for the stores, exits the ordered section and ends the wave (pops.md 4). */
    exit: `\n  ${waitStores}${doneMessage}${waveEnd}`,
  };
}

/**
 * Returns the instruction that waits for export-ready, which the hardware withholds while overlapped waves are in
 * their sections (S-054, S-055).
 */
export function formatEventWait(gfx: Gfx): string {
  return `s_wait_event 0x${getEventWaitImmediate(factsOf(gfx), true).toString(16)}`;
}

/**
 * Emits code that enters the ordered section. On generations where waves poll, s6 holds the collision argument and
 * s7 to s9 are clobbered.
 *
 * @param before code before the loop of a wave that polls
 * @param step code that each failing poll also runs
 */
export function emitEntry(gfx: Gfx, before?: string, step?: string): string {
  return factsOf(gfx).exitsByExport ? `\n  ${formatEventWait(gfx)}` : emitSectionEntry(gfx, before, step);
}

/** The properties of an export other than its target and sources. */
export interface ExportOptions {
  /** Whether the export is marked as the last one of the wave. */
  readonly isLast: boolean;
  /** Whether each source holds two 16-bit values; ignored on generations that have no bit for this. */
  readonly isPaired?: boolean;
  /** Whether the export sets the valid-mask bit, if there is one; by default only the last export does. */
  readonly marksLanes?: boolean;
}

/** Formats an export of four sources, omitting bits that the generation lacks. */
export function formatExport(
  gfx: Gfx,
  target: string,
  sources: string,
  { isLast, isPaired = false, marksLanes = isLast }: ExportOptions,
): string {
  const { hasExportMaskBits } = factsOf(gfx);
  const compressed = isPaired && hasExportMaskBits ? ' compr' : '';
  return `${getMnemonic('exp', gfx)} ${target} ${sources}${isLast ? ' done' : ''}${compressed}${marksLanes && hasExportMaskBits ? ' vm' : ''}`;
}

/**
 * Formats the final export of a wave that exports nothing. It goes to the null target or, if there is none, to the
 * first colour.
 */
export function formatEmptyExport(gfx: Gfx, target = factsOf(gfx).hasNullTarget ? 'null' : 'mrt0'): string {
  return formatExport(gfx, target, 'off, off, off, off', { isLast: true });
}

/** The modifiers for a parameter load that does not wait for hazards. */
export const NO_HAZARD_WAITS: SinceGeneration<string> = {
  gfx9: 'wait_vdst:15',
  gfx12: 'wait_va_vdst:15 wait_vm_vsrc:1',
};

/**
 * Emits code that loads the primitive's number from flat attribute 0 into v1 (or `value`), on GFX11 and later by way of
 * the temporary `loaded`. GFX9 needs one instruction between the write of M0 and its use.
 */
export function emitFlatPrimitive(
  { gfx, mask, exec, saved }: Dialect,
  { value = 'v1', loaded = 'v4' } = {},
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

/** The name of a scope. */
type Scope = (typeof SCOPES)[number];

/** Formats the modifier for a scope; empty for the narrowest one. Returns `bits` on generations without scopes. */
export function formatScope(gfx: Gfx, scope: Scope, bits: string): string {
  if (factsOf(gfx).coherentScope === undefined) return bits;
  return scope === SCOPES[0] ? '' : `scope:${scope}`;
}

/**
 * Emits a one-dword store whose data becomes visible to other waves once the wave has waited for the store. With
 * scopes, this is a store with a narrow scope followed by a write-back to the device, as older compilers release
 * memory (LLVM 19). Otherwise, it is a coherent store.
 */
export function emitReleaseStore(
  { gfx, store }: Dialect,
  data: string,
  offset: string,
  storeScope: Scope,
): string {
  const { coherentScope } = factsOf(gfx);
  if (coherentScope === undefined) return store(data, offset);
  return `${store(data, offset, { bits: formatScope(gfx, storeScope, '') })}
  global_wb scope:${coherentScope}`;
}
