import type { DecodedProgram } from '../../../arch/index.js';
import type { Place } from '../../../transactions/index.js';
import type { Ledgers } from '../facts/ledgers.js';
import { getBackgroundName } from '../ledger/background.js';
import { getDecodedProgram } from '../program/programs.js';
import { formatWave, locateWave, printInstructionAt } from './wording.js';

/** Returns the program of a pixel or background wave, or undefined if the wave is unknown. */
export function findWaveProgram(
  { waves, background, set, scenario }: Pick<Ledgers, 'waves' | 'background' | 'set' | 'scenario'>,
  wave: number,
): DecodedProgram | undefined {
  const decoded = waves.find(wave)?.facts.decoded;
  if (decoded !== undefined) return decoded;
  const record = background.find(wave);
  return record === undefined ? undefined : getDecodedProgram(record.work, set, scenario.wave);
}

/** Returns the name of a pixel or background wave for messages. */
export function getWaveName({ waves, background }: Ledgers, number: number): string {
  const record = background.find(number);
  if (record !== undefined) return getBackgroundName(record);
  const wave = waves.find(number);
  return wave === undefined ? `wave ${number}` : formatWave(wave);
}

/** Returns the location of a pixel or background wave, including the instruction at `pc` if any. */
export function locateAnyWave(ledgers: Ledgers, number: number, pc?: number): Place {
  const wave = ledgers.waves.find(number);
  if (wave !== undefined) return locateWave(ledgers, wave, pc);
  const program = findWaveProgram(ledgers, number);
  if (pc === undefined || program === undefined) return { wave: number };
  const instruction = printInstructionAt(ledgers, program, pc);
  return instruction === undefined ? { wave: number, pc } : { wave: number, pc, instruction };
}
