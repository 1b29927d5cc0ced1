import { type Ledgers, NEVER, type WaveRecord } from '../../kit.js';

/** The unit that an ordering violation implicates, and what to check there first. */
export interface Suspect {
  readonly unit: string;
  readonly hint: string;
}

/** Finds the unit that let the younger of two waves enter its section too early. */
export function findSuspect({ entries, packers }: Ledgers, older: WaveRecord, younger: WaveRecord): Suspect {
  if (older === younger)
    return {
      unit: 'sc',
      hint: 'Find out why the packer put both quads into one wave, and check the intrawave mask.',
    };
  if (older.exitIssuedCycle !== NEVER && older.exitIssuedCycle <= younger.enteredCycle)
    return { unit: 'program', hint: 'Check the waits before the exit of the older wave.' };
  if (entries.exitsByExport)
    return {
      unit: 'spi',
      hint: 'Find out why export-ready was raised while the overlapped wave was in its section.',
    };
  if (!younger.didOverlap)
    return { unit: 'db', hint: 'Find out why the younger wave was reported as not overlapping.' };
  if (younger.enteredCycle === NEVER)
    return { unit: 'program', hint: 'Find out how the younger wave left its poll loop.' };
  if (older.packer === younger.packer && younger.newestSequence < older.sequence)
    return {
      unit: 'db',
      hint: `Check newest id ${packers.getId(younger.newestSequence)}: it is older than the overlapped wave's id.`,
    };
  return { unit: 'spi', hint: 'Check the exiting id that admitted the younger wave.' };
}
