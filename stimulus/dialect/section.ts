import type { Gfx } from '../../arch/index.js';
import { eventWaitImmediate, factsOf } from '../../arch/index.js';
import type { Dialect } from './dialect.js';
import { noExportText } from './exports.js';
import { type EntryRegisters, idsText, packerText, pollText, skipText } from './poll-entry.js';

const REGISTERS: EntryRegisters = { argument: 's6', packer: 's7', newest: 's7', remap: 's8', polled: 's9' };

const POLL = { start: 'poll', entered: 'section', compare: 'below', sleep: 'long' } as const;

/** Waits for export-ready, which hardware withholds while overlapped waves are inside (S-054, S-055). */
export function eventWaitText(gfx: Gfx): string {
  return `s_wait_event 0x${eventWaitImmediate(factsOf(gfx), true).toString(16)}`;
}

/**
 * Enters the ordered section. Where waves poll, s6 is the collision argument, and s7 to s9 change.
 *
 * @param toggles register whose lowest bit each poll that fails changes; absent: none
 */
export function entryText(gfx: Gfx, toggles?: string): string {
  if (factsOf(gfx).exitsByExport) return `\n  ${eventWaitText(gfx)}`;
  return [
    skipText(REGISTERS, POLL.entered),
    packerText(gfx, REGISTERS),
    idsText(gfx, REGISTERS),
    toggles === undefined ? '' : `\n  s_mov_b32 ${toggles}, 0`,
    pollText(gfx, REGISTERS, { ...POLL, ...(toggles === undefined ? {} : { toggles }) }),
  ].join('');
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

/** The message that ends the ordered section, where a message does. */
export function messageText(gfx: Gfx): string {
  return factsOf(gfx).exitsByExport ? '' : '\n  s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)';
}

/** Ends a wave that exports nothing, which up to GFX10.3 is after its message or never had a section. */
export function leaveText(gfx: Gfx): string {
  return `
  ${noExportText(gfx)}
  s_endpgm`;
}
