import type { Gfx } from '../../arch/index.js';
import { factsOf, getEventWaitImmediate } from '../../arch/index.js';
import type { Dialect } from './dialect.js';
import { formatEmptyExport } from './exports.js';
import {
  type EntryRegisters,
  emitIdRemap,
  emitOverlapSkip,
  emitPackerSetup,
  emitPollLoop,
} from './poll-entry.js';

const REGISTERS: EntryRegisters = { argument: 's6', packer: 's7', newest: 's7', remap: 's8', polled: 's9' };

const POLL = { start: 'poll', entered: 'section', compare: 'below', sleep: 'long' } as const;

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
 * @param toggles the register whose lowest bit toggles with each failing poll; omitted for a pure poll loop
 */
export function emitEntry(gfx: Gfx, toggles?: string): string {
  if (factsOf(gfx).exitsByExport) return `\n  ${formatEventWait(gfx)}`;
  return [
    emitOverlapSkip(REGISTERS, POLL.entered),
    emitPackerSetup(gfx, REGISTERS),
    emitIdRemap(gfx, REGISTERS),
    toggles === undefined ? '' : `\n  s_mov_b32 ${toggles}, 0`,
    emitPollLoop(gfx, REGISTERS, { ...POLL, ...(toggles === undefined ? {} : { toggles }) }),
  ].join('');
}

/** Emits code that waits for the stores, exits the ordered section and ends the wave (pops.md 4). */
export function emitExit(gfx: Gfx, dialect: Dialect): string {
  return `
  ${dialect.waitStores}${emitEnd(gfx)}`;
}

/**
 * Emits code that ends a wave with no outstanding memory accesses. On GFX10.3 and earlier, sending the message is
 * what exits the section, so it is sent on every path; on GFX11 and later, the `done` export is the exit.
 */
export function emitEnd(gfx: Gfx): string {
  return `${emitDoneMessage(gfx)}${emitWaveEnd(gfx)}`;
}

/** Emits the message that ends the ordered section, if the generation has one. */
export function emitDoneMessage(gfx: Gfx): string {
  return factsOf(gfx).exitsByExport ? '' : '\n  s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)';
}

/**
 * Emits the end of a wave that has no exports. On GFX10.3 and earlier, the wave must already have sent its message,
 * or have no ordered section.
 */
export function emitWaveEnd(gfx: Gfx): string {
  return `
  ${formatEmptyExport(gfx)}
  s_endpgm`;
}
