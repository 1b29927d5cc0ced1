import type { Gfx } from '../../arch/index.js';
import { factsOf, sinceGeneration } from '../../arch/index.js';
import type { Dialect } from './dialect.js';

/**
 * Polls until the newest overlapped wave has exited; both ids are taken relative to its own, so that an unsigned
 * comparison orders them across the wrap (S-039 to S-046, pops.md 3 and 5.4). s6 is the collision argument.
 */
const GFX9_ENTRY = `
  s_bitcmp1_b32 s6, 31
  s_cbranch_scc0 section
  s_bfe_u32 s7, s6, 0x1001c
  s_add_i32 s7, s7, 1
  s_setreg_b32 hwreg(HW_REG_MODE, 24, 2), s7
  s_bfe_u32 s7, s6, 0xa0010
  s_and_b32 s8, s6, 0x3ff
  s_cmp_gt_u32 s7, s8
  s_addc_u32 s7, s7, 0
  s_nand_b32 s8, s6, 0x3ff
  s_add_i32 s7, s7, s8
poll:
  s_add_i32 s9, src_pops_exiting_wave_id, s8
  s_cmp_lt_u32 s7, s9
  s_cbranch_scc1 section
  s_sleep 3
  s_branch poll
section:`;

/** As on GFX9, with a packer register of its own, two packer bits, and a newest id that needs no correction (S-040). */
const GFX10_ENTRY = `
  s_bitcmp1_b32 s6, 31
  s_cbranch_scc0 section
  s_bfe_u32 s7, s6, 0x2001c
  s_lshl1_add_u32 s7, s7, 1
  s_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s7
  s_bfe_u32 s7, s6, 0xa0010
  s_nand_b32 s8, s6, 0x3ff
  s_add_i32 s7, s7, s8
poll:
  s_add_i32 s9, src_pops_exiting_wave_id, s8
  s_cmp_lt_u32 s7, s9
  s_cbranch_scc1 section
  s_sleep 0xffff
  s_branch poll
section:`;

/** Waits for export-ready, which hardware withholds while overlapped waves are inside (S-054, S-055). */
const GFX11_ENTRY = `
  s_wait_event 0x0`;

/** Enters the ordered section. */
export function entryText(gfx: Gfx): string {
  return sinceGeneration({ gfx9: GFX9_ENTRY, gfx10: GFX10_ENTRY, gfx11: GFX11_ENTRY }, gfx);
}

/** Leaves the ordered section once its stores are done, and ends (pops.md 4). */
export function exitText(gfx: Gfx, dialect: Dialect): string {
  return `
  ${dialect.waitStores}${endText(gfx)}`;
}

/**
 * Ends a wave that has no memory access outstanding. Up to GFX10.3 the message is the exit, sent on every path; on
 * GFX11 the export with `done` is.
 */
export function endText(gfx: Gfx): string {
  return `${messageText(gfx)}${leaveText(gfx)}`;
}

/** The message that ends the ordered section; GFX11 has none. */
export function messageText(gfx: Gfx): string {
  return factsOf(gfx).exitsByExport
    ? ''
    : `
  s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)`;
}

/** Ends a wave that exports nothing, which up to GFX10.3 is after its message or never had a section. */
export function leaveText(gfx: Gfx): string {
  const target = factsOf(gfx).hasNullTarget
    ? 'null off, off, off, off done vm'
    : 'mrt0 off, off, off, off done';
  return `
  exp ${target}
  s_endpgm`;
}
