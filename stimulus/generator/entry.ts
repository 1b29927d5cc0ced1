import { factsOf } from '../../arch/index.js';
import {
  type EntryRegisters,
  emitIdRemap,
  emitOverlapSkip,
  emitPackerSetup,
  emitPollLoop,
  formatEventWait,
} from '../dialect/index.js';
import type { Emission } from './emission.js';

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
