import { factsOf } from '../../arch/index.js';
import {
  type EntryRegisters,
  eventWaitText,
  idsText,
  packerText,
  pollText,
  skipText,
} from '../dialect/index.js';
import type { Emission } from './emission.js';

function entryRegisters({ scalars: { newest, remap, polled } }: Emission): EntryRegisters {
  return { argument: 's6', packer: polled, newest, remap, polled };
}

/** Emits a poll with its own labels. */
function roundText(emission: Emission): string {
  const { compare, sleep } = emission.descriptor.section;
  const form = { start: emission.label('poll'), entered: emission.label('entered'), compare, sleep };
  return pollText(emission.gfx, entryRegisters(emission), form);
}

/** Emits code that sets the packer at the start of every wave, if the descriptor requires it (S-023). */
export function firstPackerText(emission: Emission): string {
  const { descriptor, gfx } = emission;
  const setsPacker = descriptor.section.packer === 'first' && descriptor.section.shape !== 'none';
  if (factsOf(gfx).exitsByExport || !setsPacker) return '';
  emission.duty = 'exit';
  return packerText(gfx, entryRegisters(emission));
}

/**
 * Emits the wait for overlapped waves, repeated as often as the descriptor says. Waves with no overlap skip it (S-020
 * to S-022, S-052 to S-057).
 */
export function entryText(emission: Emission): string {
  const { gfx, descriptor } = emission;
  const { rounds, packer } = descriptor.section;
  const repeatedText = (text: () => string): string => Array.from({ length: rounds }, text).join('');
  if (emission.duty === 'none') emission.duty = 'if-overlapped';
  if (factsOf(gfx).exitsByExport) return repeatedText(() => `\n  ${eventWaitText(gfx)}`);
  const skip = emission.label('alone');
  const times = { waiting: 1, first: 0, twice: 2 }[packer];
  const registers = entryRegisters(emission);
  return `${skipText(registers, skip)}${packerText(gfx, registers).repeat(times)}${idsText(gfx, registers)}${repeatedText(() => roundText(emission))}
${skip}:`;
}
