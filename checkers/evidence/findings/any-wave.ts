import type { DecodedProgram } from '../../../arch/index.js';
import type { Place } from '../../../transactions/index.js';
import type { Ledgers } from '../facts/ledgers.js';
import { findAnyWave, getBackgroundName } from '../ledger/background.js';
import { formatSteps, getWaveHistory } from './wave-history.js';
import { formatInstructionAt, formatWave, locateWave, printInstructionAt } from './wording.js';

/** Whether the wave with the given number is in the ledgers. */
export function isKnownWave(ledgers: Ledgers, number: number): boolean {
  return findAnyWave(ledgers, number) !== undefined;
}

/** Returns the program of a pixel or background wave, or undefined if the wave is unknown. */
export function findWaveProgram(
  { waves, background }: Pick<Ledgers, 'waves' | 'background'>,
  wave: number,
): DecodedProgram | undefined {
  return waves.find(wave)?.facts.decoded ?? background.find(wave)?.decoded;
}

/** Returns the name of a pixel or background wave for messages. */
export function getWaveName({ waves, background }: Ledgers, number: number): string {
  const record = background.find(number);
  if (record !== undefined) return getBackgroundName(record);
  const wave = waves.find(number);
  return wave === undefined ? `wave ${number}` : formatWave(wave);
}

/** Returns the name of a wave that has been in the ledgers, but may have left them. */
export function getParticipantName(ledgers: Ledgers, number: number): string {
  return isKnownWave(ledgers, number) ? getWaveName(ledgers, number) : `wave ${number} (ended earlier)`;
}

/** Returns the location of a pixel or background wave, including the instruction at `pc` if any. */
export function locateAnyWave(ledgers: Ledgers, number: number, pc?: number): Place {
  const wave = ledgers.waves.find(number);
  if (wave !== undefined) return locateWave(ledgers, wave, pc);
  const program = findWaveProgram(ledgers, number);
  if (pc === undefined || pc < 0 || program === undefined) return { wave: number };
  const instruction = printInstructionAt(ledgers, program, pc);
  return instruction === undefined ? { wave: number, pc } : { wave: number, pc, instruction };
}

/** Formats a position in the program of a pixel or background wave, and the instruction there if known. */
export function formatAnyPc(ledgers: Ledgers, number: number, pc: number): string {
  const program = findWaveProgram(ledgers, number);
  return program === undefined ? `pc 0x${pc.toString(16)}` : formatInstructionAt(ledgers, program, pc);
}

/** Returns the history of a pixel or background wave so far, oldest first. */
export function getAnyHistory(ledgers: Ledgers, number: number): string[] {
  const wave = ledgers.waves.find(number);
  if (wave !== undefined) return getWaveHistory(ledgers, wave);
  const record = ledgers.background.find(number);
  if (record === undefined) return [];
  const name = getBackgroundName(record);
  return formatSteps([
    [record.formedCycle, `${name} requests a launch`],
    [record.launchedCycle, `${name} is launched`],
    [record.exportSpaceCycle, `${name} gets export space`],
    [record.endedCycle, `${name} ends`],
  ]);
}
