import type { Gfx, SinceGeneration, WaveSize } from '../../arch/index.js';
import { factsOf, getGenerationEntry, getMnemonic } from '../../arch/index.js';
import { type Dialect, getDialect, waitFor } from '../dialect/index.js';
import { assembleCached } from '../programs/separate-hazards.js';

/**
 * The SGPRs of the work-group program; the hardware appends the group number. `SHARE` holds the M0 value for GDS
 * accesses.
 */
const GROUP_SCALARS = { OUTPUT: 0, THREADS: 4, WIDTH: 5, LAYER: 6, SHARE: 7, GROUP: 8 } as const;

/** A work-group's barrier. */
export const BARRIER: SinceGeneration<string> = {
  gfx9: `
  s_barrier`,
  gfx12: `
  s_barrier_signal -1
  s_barrier_wait -1`,
};

/** The number of VGPRs that the program needs. */
export const GROUP_REGISTERS = 7;

/** An odd factor, so that the products of different threads differ. */
export const FACTOR = 0x9e3779b1;

/** How many times the threads of a group exchange their words. */
const ROUNDS = 2;

/** The number of GDS counters per work item; after them comes one half-word for each thread. */
const COUNTERS = 8;
const COUNTER_BYTES = 4;
const THREAD_BYTES = 2;

/**
 * Log2 of the stride in bytes between the output words of a program with corner cases. A wave's words span two cache
 * lines and part of a third.
 */
const SPREAD_SHIFT = { 32: 3, 64: 2 } as const satisfies Record<WaveSize, number>;

/** Returns the output size in bytes of a program with corner cases that stores the given number of words. */
export function computeSpreadBytes(wave: WaveSize, words: number): number {
  return (1 + words) << SPREAD_SHIFT[wave];
}

/** Returns the GDS size in bytes that the program needs for the given number of threads. */
export function computeGdsBytes(threads: number): number {
  return COUNTERS * COUNTER_BYTES + threads * THREAD_BYTES;
}

/**
 * Generates code for groups that communicate. Every thread stores its word in LDS. After a barrier, it mixes its word
 * with the word of the thread at the mirrored index, which is in another wave if the group has several. It does this
 * twice. With `usesGds`, each thread also stores half of its word in GDS, loads it again, and mixes the result into its
 * word. Finally, it writes the word to the output.
 *
 * @param hasCornerCases adds four corner cases: every other wave ends after its first exchange, while the others wait at
 * the next barrier or before any of them does; M0 and EXEC are overwritten right after a GDS access is issued, which must still use the old
 * values; accesses cross the end of the group's LDS allocation, which has one dword per thread; and output words are
 * spread over cache lines.
 */
export function emitGroupProgram(gfx: Gfx, wave: WaveSize, usesGds: boolean, hasCornerCases = false): string {
  const dialect = getDialect(gfx, wave);
  const { add, store, waitLocal } = dialect;
  const { THREADS, WIDTH, LAYER, GROUP } = GROUP_SCALARS;
  const [write, read] = ['ds_write_b32', 'ds_read_b32'].map((name) => getMnemonic(name, gfx));
  const barrier = getGenerationEntry(BARRIER, gfx);
  const round = `
  ${write} v1, v3
  ${waitLocal}${barrier}
  ${read} v4, v2
  ${waitLocal}${barrier}
  v_mul_lo_u32 v3, v3, 31
  ${add} v3, v3, v4`;
  return `${factsOf(gfx).packsThreadIds ? UNPACK : ''}
  s_mov_b32 m0, -1
  s_mov_b32 s9, 0x${FACTOR.toString(16)}
  v_mul_lo_u32 v1, v1, s${WIDTH}
  v_mul_lo_u32 v2, v2, s${LAYER}
  ${add} v0, v0, v1
  ${add} v0, v0, v2
  v_mul_lo_u32 v3, v0, s9
  ${add} v3, s${GROUP}, v3
  v_not_b32_e32 v2, v0
  ${add} v2, s${THREADS}, v2
  v_lshlrev_b32_e32 v1, 2, v0
  v_lshlrev_b32_e32 v2, 2, v2
  ${hasCornerCases ? emitUnevenRounds(dialect, round, barrier) : round.repeat(ROUNDS)}
  s_mul_i32 s9, s${GROUP}, s${THREADS}
  ${add} v0, s9, v0
  ${usesGds ? emitGdsExchange(gfx, dialect, hasCornerCases) : ''}
  ${hasCornerCases ? emitSpreadStore(dialect, wave) : 'v_lshlrev_b32_e32 v0, 2, v0'}
  ${store('v3', 'v0', { bits: '' })}
  s_endpgm`;
}

/**
 * Emits the two rounds with the corner cases of LDS and barriers between them. Each thread atomically adds its index to
 * its partner's word, and all threads then read the first word at once. At the end, every other wave ends early: in even
 * groups once the rest wait at the next barrier, in odd ones before any of them reaches it.
 */
function emitUnevenRounds(dialect: Dialect, round: string, barrier: string): string {
  const { gfx, wave, add, waitLocal } = dialect;
  return `
  ${round}
  ds_add_rtn_u32 v5, v2, v0
  v_mov_b32_e32 v6, 0
  ${waitLocal}${barrier}
  ds_read_b32 v6, v6
  ${waitLocal}${barrier}
  ${add} v3, v3, v5
  ${add} v3, v3, v6
  ${emitOutOfBoundsAccess(gfx, dialect)}
  v_readfirstlane_b32 s9, v0
  s_bitcmp1_b32 s9, ${31 - Math.clz32(wave)}
  s_cbranch_scc0 continue
  s_bitcmp1_b32 s${GROUP_SCALARS.GROUP}, 0
  s_cbranch_scc1 rejoin
  s_sleep 4
  s_branch rejoin
continue:
  s_bitcmp0_b32 s${GROUP_SCALARS.GROUP}, 0
  s_cbranch_scc1 second
  s_sleep 0x7f
second:
  ${round}
rejoin:`;
}

/**
 * Emits code that computes the address of the thread's word, stores the word, loads it back through the caches, and
 * doubles it.
 */
function emitSpreadStore({ add, load, store, waitLoads, waitStores }: Dialect, wave: WaveSize): string {
  const shift = SPREAD_SHIFT[wave];
  return `
  v_lshlrev_b32_e32 v0, ${shift}, v0
  ${add} v0, ${1 << shift}, v0
  ${store('v3', 'v0', { bits: '' })}
  ${waitStores}
  ${load('v4', 'v0', { bits: '' })}
  ${waitLoads}
  ${add} v3, v3, v4`;
}

/**
 * Emits code that stores and loads two words, the second of which is beyond the group's allocation, so nothing is
 * stored and the load returns zeros.
 */
function emitOutOfBoundsAccess(gfx: Gfx, { add, waitLocal }: Dialect): string {
  const [write, read] = ['ds_write_b64', 'ds_read_b64'].map((name) => getMnemonic(name, gfx));
  return `
  s_lshl_b32 s9, s${GROUP_SCALARS.THREADS}, 2
  v_mov_b32_e32 v6, s9
  ${add} v6, -4, v6
  ${write} v6, v[3:4]
  ${waitLocal}
  ${read} v[5:6], v6
  ${waitLocal}
  ${add} v3, v3, v5
  ${add} v3, v3, v6`;
}

/**
 * Code that adds each thread's index to a 32-bit streamout register and subtracts it from a 64-bit one; bits 2
 * and up of an offset are the register number.
 */
const STREAMOUT_TEXT = `
  ds_add_gs_reg_rtn v[5:6], v0 offset:12 gds
  ds_sub_gs_reg_rtn v[5:6], v0 offset:40 gds`;

/**
 * Emits code in which each thread stores the low half of its word at its own position in GDS, adds the word to
 * one of eight counters, each shared by every eighth thread, and mixes the stored value into its word. On GFX11, it
 * also updates streamout registers. Registers are only reused after waiting for the `exp` counter.
 */
function emitGdsExchange(gfx: Gfx, { add, mask, exec }: Dialect, hasCornerCases: boolean): string {
  const [write, read] = ['ds_write_b16', 'ds_read_u16'].map((name) => getMnemonic(name, gfx));
  const first = COUNTERS * COUNTER_BYTES;
  const setM0 = `\n  s_mov_b32 m0, s${GROUP_SCALARS.SHARE}`;
  const savedExec = mask === 'b32' ? 's10' : 's[10:11]';
  const clobberText = hasCornerCases
    ? `\n  s_mov_b32 m0, 0\n  ${waitFor(gfx, 'export')}\n  s_mov_${mask} ${savedExec}, ${exec}\n  s_mov_${mask} ${exec}, 1`
    : '';
  const restoreText = hasCornerCases ? `${setM0}\n  s_mov_${mask} ${exec}, ${savedExec}` : '';
  return `${setM0}
  v_lshlrev_b32_e32 v1, 1, v0
  v_and_b32_e32 v2, ${COUNTERS - 1}, v0
  v_lshlrev_b32_e32 v2, 2, v2
  ${write} v1, v3 offset:${first} gds${clobberText}${restoreText}
  ds_add_u32 v2, v3 gds${clobberText}
  ${waitFor(gfx, 'export')}${restoreText}
  v_mul_lo_u32 v3, v3, 31
  v_mov_b32_e32 v2, v1
  ${read} v4, v2 offset:${first} gds${clobberText}${restoreText}
  ${factsOf(gfx).streamoutInGds ? STREAMOUT_TEXT : ''}${clobberText}
  ${waitFor(gfx, 'export')}${restoreText}
  v_mov_b32_e32 v2, 0
  ${waitFor(gfx, 'local')}
  ${add} v3, v3, v4`;
}

/** Code that unpacks thread ids, which have ten bits per coordinate (P-051). */
const UNPACK = `
  v_bfe_u32 v1, v0, 10, 10
  v_bfe_u32 v2, v0, 20, 10
  v_and_b32_e32 v0, 0x3ff, v0`;

/** Returns the words of the work-group program, optionally with GDS accesses and corner cases (`emitGroupProgram`). */
export function getGroupWords(
  gfx: Gfx,
  wave: WaveSize,
  usesGds: boolean,
  hasCornerCases = false,
): readonly number[] {
  return assembleCached(emitGroupProgram(gfx, wave, usesGds, hasCornerCases), gfx);
}
