import { factsOf, type Gfx } from '../../arch/index.js';
import type { SectionDescriptor } from '../../transactions/index.js';

/**
 * The scalar registers used by a polling entry sequence. The packer field is built in `packer`; `remap` holds the
 * complement of the wave's id, which is added to both ids so that an unsigned comparison works across the wraparound.
 */
export type EntryRegisters = Readonly<Record<'argument' | 'packer' | 'newest' | 'remap' | 'polled', string>>;

/** Which variant of the poll loop to emit, and the labels for its start and for the code that follows. */
export interface PollStyle extends Pick<SectionDescriptor, 'compare' | 'sleep'> {
  readonly start: string;
  readonly entered: string;
  /** Code that each failing iteration also runs; none by default. */
  readonly step?: string;
}

/**
 * Emits code that sets the packer: one of two MODE bits on GFX9, a number and an enable bit in a separate register on
 * GFX10 and later (S-025 to S-030).
 */
export function emitPackerSetup(gfx: Gfx, { argument, packer }: EntryRegisters): string {
  return factsOf(gfx).packerField?.encoding === 'one-hot'
    ? `
  s_bfe_u32 ${packer}, ${argument}, 0x1001c
  s_add_i32 ${packer}, ${packer}, 1
  s_setreg_b32 hwreg(HW_REG_MODE, 24, 2), ${packer}`
    : `
  s_bfe_u32 ${packer}, ${argument}, 0x2001c
  s_lshl1_add_u32 ${packer}, ${packer}, 1
  s_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), ${packer}`;
}

/**
 * Emits code that computes `remap` and adds it to the newest overlapped id. On GFX9, the newest id may be one too low,
 * which is corrected first (S-039).
 */
export function emitIdRemap(gfx: Gfx, { argument, newest, remap }: EntryRegisters): string {
  const correction = factsOf(gfx).newestIdOffByOne
    ? `
  s_and_b32 ${remap}, ${argument}, 0x3ff
  s_cmp_gt_u32 ${newest}, ${remap}
  s_addc_u32 ${newest}, ${newest}, 0`
    : '';
  return `
  s_bfe_u32 ${newest}, ${argument}, 0xa0010${correction}
  s_nand_b32 ${remap}, ${argument}, 0x3ff
  s_add_i32 ${newest}, ${newest}, ${remap}`;
}

/** Emits code that polls until the newest overlapped wave has exited (S-041 to S-046, pops.md 5.4). */
export function emitPollLoop(gfx: Gfx, { newest, remap, polled }: EntryRegisters, loop: PollStyle): string {
  const compare =
    loop.compare === 'below' ? `s_cmp_lt_u32 ${newest}, ${polled}` : `s_cmp_gt_u32 ${polled}, ${newest}`;
  // A short sleep lasts 64 clocks. A long one lasts until another wave exits, where exits wake sleeping waves, and 192
  // clocks elsewhere.
  const sleep = {
    none: '',
    short: '\n  s_sleep 1',
    long: `\n  s_sleep ${factsOf(gfx).sleepsEndEarly ? '0xffff' : '3'}`,
  }[loop.sleep];
  return `
${loop.start}:
  s_add_i32 ${polled}, src_pops_exiting_wave_id, ${remap}
  ${compare}
  s_cbranch_scc1 ${loop.entered}${loop.step ?? ''}${sleep}
  s_branch ${loop.start}
${loop.entered}:`;
}

/** Emits code that lets waves with no overlap skip the wait (S-020 to S-022). */
export function emitOverlapSkip({ argument }: EntryRegisters, target: string): string {
  return `
  s_bitcmp1_b32 ${argument}, 31
  s_cbranch_scc0 ${target}`;
}

const REGISTERS: EntryRegisters = { argument: 's6', packer: 's7', newest: 's7', remap: 's8', polled: 's9' };

const POLL = { start: 'poll', entered: 'section', compare: 'below', sleep: 'long' } as const;

/** Emits the usual polling entry, with the collision argument in s6. See `emitEntry`. */
export function emitSectionEntry(gfx: Gfx, before = '', step = ''): string {
  return [
    emitOverlapSkip(REGISTERS, POLL.entered),
    emitPackerSetup(gfx, REGISTERS),
    emitIdRemap(gfx, REGISTERS),
    before,
    emitPollLoop(gfx, REGISTERS, { ...POLL, step }),
  ].join('');
}
