import { decodeCached, printInstruction } from '../../../arch/index.js';
import type { Place } from '../../../transactions/index.js';
import type { Ledgers } from '../facts/ledgers.js';
import { type BackgroundRecord, getBackgroundName } from '../ledger/background.js';
import { getInstructionAt } from '../program/programs.js';
import { formatSteps, getWaveHistory } from './wave-history.js';
import { formatPc, formatWave, locateWave } from './wording.js';

/** A pixel or background wave involved in a finding. */
export interface Participant {
  readonly name: string;
  /** Returns the wave's location, including the instruction at `pc` if any. */
  readonly locate: (pc: number) => Place;
  /** Formats a position in the wave's program and the instruction there, for messages. */
  readonly formatPc: (pc: number) => string;
  /** Returns the wave's history so far, oldest first. */
  readonly getHistory: () => string[];
}

/** Returns the wave with the given number, or undefined if it was never formed or is no longer in the ledgers. */
export function findParticipant(ledgers: Ledgers, number: number): Participant | undefined {
  const wave = ledgers.waves.find(number);
  if (wave !== undefined)
    return {
      name: formatWave(wave),
      locate: (pc) => locateWave(ledgers, wave, pc),
      formatPc: (pc) => formatPc(ledgers, wave, pc),
      getHistory: () => getWaveHistory(ledgers, wave),
    };
  const record = ledgers.background.find(number);
  return record === undefined ? undefined : createBackgroundParticipant(ledgers, record);
}

/** Creates a participant for a wave that is no longer in the ledgers, so only its number is known. */
export function createDepartedParticipant(wave: number): Participant {
  return {
    name: `wave ${wave} (ended earlier)`,
    locate: () => ({ wave }),
    formatPc: (pc) => `pc 0x${pc.toString(16)}`,
    getHistory: () => [],
  };
}

/** Whether the wave with the given number is in the ledgers. */
export function isKnownWave({ waves, background }: Ledgers, number: number): boolean {
  return waves.find(number) !== undefined || background.find(number) !== undefined;
}

function createBackgroundParticipant({ scenario, set }: Ledgers, record: BackgroundRecord): Participant {
  const name = getBackgroundName(record);
  const printAt = (pc: number): string | undefined => {
    const instruction = getInstructionAt(decodeCached(record.work.words, set, scenario.wave), pc);
    return instruction === undefined ? undefined : printInstruction(instruction, set, scenario.wave);
  };
  return {
    name,
    locate: (pc) => {
      if (pc < 0) return { wave: record.wave };
      const instruction = printAt(pc);
      return { wave: record.wave, pc, ...(instruction === undefined ? {} : { instruction }) };
    },
    formatPc: (pc) => {
      const text = printAt(pc);
      return `pc 0x${pc.toString(16)}${text === undefined ? '' : ` (${text})`}`;
    },
    getHistory: () =>
      formatSteps([
        [record.formedCycle, `${name} requests a launch`],
        [record.launchedCycle, `${name} is launched`],
        [record.exportSpaceCycle, `${name} gets export space`],
        [record.endedCycle, `${name} ends`],
      ]),
  };
}
