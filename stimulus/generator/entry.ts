import { factsOf } from '../../arch/index.js';
import type { Emission } from './emission.js';

/** Sets the packer: on GFX9 one of two bits of MODE, later a number and an enable bit in a separate register (S-025 to S-030). */
function packerText({ gfx, scalars }: Emission): string {
  const { polled } = scalars;
  return factsOf(gfx).packerField?.coding === 'one-hot'
    ? `
  s_bfe_u32 ${polled}, s6, 0x1001c
  s_add_i32 ${polled}, ${polled}, 1
  s_setreg_b32 hwreg(HW_REG_MODE, 24, 2), ${polled}`
    : `
  s_bfe_u32 ${polled}, s6, 0x2001c
  s_lshl1_add_u32 ${polled}, ${polled}, 1
  s_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), ${polled}`;
}

/** The newest overlapped id and `~current`, ready to compare; GFX9 corrects the newest id, which may be one too small (S-039). */
function idsText({ gfx, scalars }: Emission): string {
  const { newest, remap } = scalars;
  const correction = factsOf(gfx).newestOneTooFew
    ? `
  s_and_b32 ${remap}, s6, 0x3ff
  s_cmp_gt_u32 ${newest}, ${remap}
  s_addc_u32 ${newest}, ${newest}, 0`
    : '';
  return `
  s_bfe_u32 ${newest}, s6, 0xa0010${correction}
  s_nand_b32 ${remap}, s6, 0x3ff
  s_add_i32 ${newest}, ${newest}, ${remap}`;
}

function sleepText({ gfx, descriptor }: Emission): string {
  const { sleep } = descriptor.section;
  if (sleep === 'none') return '';
  const long = factsOf(gfx).sleepsEndEarly ? '0xffff' : '3';
  return `
  s_sleep ${sleep === 'long' ? long : '1'}`;
}

/** Polls until the newest overlapped wave has exited (S-041 to S-046, pops.md 5.4). */
function pollText(emission: Emission): string {
  const { newest, remap, polled } = emission.scalars;
  const poll = emission.label('poll');
  const entered = emission.label('entered');
  const compare =
    emission.descriptor.section.compare === 'below'
      ? `s_cmp_lt_u32 ${newest}, ${polled}`
      : `s_cmp_gt_u32 ${polled}, ${newest}`;
  return `
${poll}:
  s_add_i32 ${polled}, src_pops_exiting_wave_id, ${remap}
  ${compare}
  s_cbranch_scc1 ${entered}${sleepText(emission)}
  s_branch ${poll}
${entered}:`;
}

/** Sets the packer before anything else, if the descriptor says that every wave sets it (S-023). */
export function firstPackerText(emission: Emission): string {
  const { descriptor, gfx } = emission;
  const sets = descriptor.section.packer === 'first' && descriptor.section.shape !== 'none';
  if (factsOf(gfx).exitsByExport || !sets) return '';
  emission.duty = 'exit';
  return packerText(emission);
}

/** Waits for overlapped waves, as many times as the descriptor says; waves without overlap skip the wait (S-020 to S-022, S-052 to S-057). */
export function entryText(emission: Emission): string {
  const { gfx, descriptor } = emission;
  const { rounds, packer } = descriptor.section;
  const repeated = (text: () => string): string => Array.from({ length: rounds }, text).join('');
  if (emission.duty === 'none') emission.duty = 'if-overlapped';
  if (factsOf(gfx).exitsByExport) return repeated(() => '\n  s_wait_event 0x0');
  const skip = emission.label('alone');
  const times = { waiting: 1, first: 0, twice: 2 }[packer];
  return `
  s_bitcmp1_b32 s6, 31
  s_cbranch_scc0 ${skip}${packerText(emission).repeat(times)}${idsText(emission)}${repeated(() => pollText(emission))}
${skip}:`;
}
