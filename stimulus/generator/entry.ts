import { factsOf } from '../../arch/index.js';
import {
  type EntryRegisters,
  emitIdRemap,
  emitOverlapSkip,
  emitPackerSetup,
  emitPollLoop,
  formatEventWait,
  waitFor,
} from '../dialect/index.js';
import { type Emission, emitFoldStep } from './emission.js';
import { emitEmptyExport } from './exports.js';
import { VECTOR } from './registers.js';

/** Emits a wait for the section's accesses, or for everything if `waits` is `all` (S-083 to S-087, faults.md L22). */
export function emitSectionWait({ gfx, counters, descriptor }: Emission): string {
  if (descriptor.section.waits === 'all') {
    return `
  ${waitFor(gfx, 'load', 'export', 'local', 'scalar', 'store')}`;
  }
  const awaited = (['load', 'scalar', 'store'] as const).filter((operation) => counters[operation]);
  return awaited.length === 0 ? '' : `\n  ${waitFor(gfx, ...awaited)}`;
}

/**
 * Emits the message that ends the section. With `skipped-message`, only waves that had to wait send it (S-076,
 * S-079).
 */
function emitMessage(emission: Emission): string {
  const message = '\n  s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)';
  if (emission.descriptor.exit !== 'skipped-message') return message;
  const skip = emission.label('no_exit_needed');
  return `
  s_bitcmp1_b32 s6, 31
  s_cbranch_scc0 ${skip}${message}
${skip}:`;
}

/** Emits a wait for the section's accesses, followed by the exit message if the descriptor places it there. */
export function emitSectionEnd(emission: Emission): string {
  const { exit, section } = emission.descriptor;
  const { outstandingLoad, table } = emission.scalars;
  const wait = emission.hasOutstandingAccesses ? emitSectionWait(emission) : '';
  emission.hasOutstandingAccesses = false;
  if (exit !== 'message' && exit !== 'skipped-message') return wait;
  // This load stays outstanding past the exit, until later work waits for it (S-084, faults.md L21).
  const load = section.leavesLoad ? `\n  s_buffer_load_dword ${outstandingLoad}, ${table}, 0x10` : '';
  return `${wait}${load}${emitExitMessage(emission)}`;
}

/** Emits code that folds the load left outstanding at the exit into the result. */
export function emitOutstandingLoadFold(emission: Emission): string {
  if (!emission.descriptor.section.leavesLoad) return '';
  const { result } = VECTOR;
  return `
  ${emission.dialect.waitScalars}${emitFoldStep(emission, result, result, emission.scalars.outstandingLoad)}`;
}

/** Emits the message and records that the wave has sent it. */
export function emitExitMessage(emission: Emission): string {
  emission.exitState = 'sent';
  return emitMessage(emission);
}

/** Emits the instruction that ends the program on this path. */
export function emitProgramEnd({ gfx, descriptor, exitState }: Emission): string {
  const isCombined =
    !factsOf(gfx).exitsByExport &&
    descriptor.exit === 'combined' &&
    exitState !== 'sent' &&
    exitState !== 'none';
  return `\n  ${isCombined ? 's_endpgm_ordered_ps_done' : 's_endpgm'}`;
}

/**
 * Emits code that ends a wave with no lanes left, after waiting for outstanding operations and sending the exit
 * message if the wave still has to (S-078, S-083; pops.md 4, "Early discard exit"). A wave that doesn't have to send an
 * exit message may still send one (faults.md L24).
 */
export function emitEarlyExit(emission: Emission): string {
  const { hasOutstandingAccesses } = emission;
  const wait = hasOutstandingAccesses ? emitSectionWait(emission) : '';
  return `${wait}${emitEarlyMessage(emission)}${emitEmptyExport(emission)}${emitProgramEnd(emission)}`;
}

function emitEarlyMessage(emission: Emission): string {
  const { gfx, descriptor, exitState } = emission;
  if (factsOf(gfx).exitsByExport || exitState === 'sent' || descriptor.exit === 'combined') return '';
  if (exitState === 'none')
    return descriptor.discards.message ? '\n  s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)' : '';
  return emitMessage(emission);
}

function getEntryRegisters({ scalars: { newest, remap, polled } }: Emission): EntryRegisters {
  return { argument: 's6', packer: polled, newest, remap, polled };
}

/** Emits a poll loop with fresh labels. */
function emitPollRound(emission: Emission): string {
  const { compare, sleep } = emission.descriptor.section;
  const poll = { start: emission.label('poll'), entered: emission.label('entered'), compare, sleep };
  return emitPollLoop(emission.gfx, getEntryRegisters(emission), poll);
}

/** Emits code that sets the packer at the start of every wave, if the descriptor requires it (S-023). */
export function emitFirstPackerSetup(emission: Emission): string {
  const { descriptor, gfx } = emission;
  const setsPacker = descriptor.section.packer === 'first' && descriptor.section.shape !== 'none';
  if (factsOf(gfx).exitsByExport || !setsPacker) return '';
  emission.exitState = 'owed';
  return emitPackerSetup(gfx, getEntryRegisters(emission));
}

/**
 * Emits the wait for overlapped waves, repeated as many times as the descriptor specifies. Waves with no overlap
 * skip it (S-020 to S-022, S-052 to S-057).
 */
export function emitRepeatedEntry(emission: Emission): string {
  const { gfx, descriptor } = emission;
  const { rounds, packer } = descriptor.section;
  const repeatCode = (emitRound: () => string): string => Array.from({ length: rounds }, emitRound).join('');
  if (emission.exitState === 'none') emission.exitState = 'if-overlapped';
  if (factsOf(gfx).exitsByExport) return repeatCode(() => `\n  ${formatEventWait(gfx)}`);
  const skip = emission.label('alone');
  const setupCount = { waiting: 1, first: 0, twice: 2 }[packer];
  const registers = getEntryRegisters(emission);
  return `${emitOverlapSkip(registers, skip)}${emitPackerSetup(gfx, registers).repeat(setupCount)}${emitIdRemap(gfx, registers)}${repeatCode(() => emitPollRound(emission))}
${skip}:`;
}
