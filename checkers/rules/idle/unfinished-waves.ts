import { type BackgroundRecord, getBackgroundName } from '../../evidence/ledger/background.js';
import { formatCount, formatPc, formatWave, type Ledgers, NEVER, type WaveRecord } from '../../kit.js';

/** A wave that still holds a resource or waits for one, according to the ledgers. */
interface UnfinishedWave {
  readonly wave: number;
  /** A clause that names the wave and says what it is waiting for. */
  readonly description: string;
}

/** Whether any wave still holds a resource or waits for one. */
export function hasUnfinishedWaves({ waves, background }: Ledgers): boolean {
  return waves.formed.kept.some(isUnfinished) || [...background.formed].some(isUnfinished);
}

/**
 * Returns the waves that still hold a resource or wait for one: pixel waves first, then background waves, each in
 * formation order.
 */
export function findUnfinishedWaves(ledgers: Ledgers): UnfinishedWave[] {
  const pixelWaves = ledgers.waves.formed.kept.filter(isUnfinished);
  const backgroundWaves = [...ledgers.background.formed].filter(isUnfinished);
  return [
    ...pixelWaves.map((wave) => ({
      wave: wave.wave,
      description: `${formatWave(wave)} ${describeWait(ledgers, wave)}`,
    })),
    ...backgroundWaves.map((record) => ({
      wave: record.wave,
      description: `${getBackgroundName(record)} ${describeBackgroundWait(record)}`,
    })),
  ];
}

const MAX_LISTED = 8;

/** Lists what the first few waves are waiting for, and the number of the others. */
export function listWaits(waves: readonly UnfinishedWave[]): string[] {
  const listed = waves.slice(0, MAX_LISTED).map(({ description }) => description);
  const omittedCount = waves.length - listed.length;
  return omittedCount === 0
    ? listed
    : [...listed, formatCount(omittedCount, 'more wave remains', 'more waves remain')];
}

function isUnfinished({ releasedCycle }: { readonly releasedCycle: number }): boolean {
  return releasedCycle === NEVER;
}

function describeWait(ledgers: Ledgers, wave: WaveRecord): string {
  const [access] = ledgers.accesses.getOutstanding(wave);
  if (access !== undefined)
    return `is waiting for the access issued at ${formatPc(ledgers, wave, access.pc)} in cycle ${access.cycle}`;
  if (wave.launchedCycle === NEVER) return 'is waiting to be launched';
  if (wave.endedCycle !== NEVER) return 'has ended and is waiting for its resources to be released';
  if (wave.polledCycle !== NEVER && wave.enteredCycle === NEVER) return 'is waiting to enter its section';
  return wave.exitCount > 0
    ? 'has sent its exit but has not ended'
    : 'has entered its section but has not sent its exit';
}

function describeBackgroundWait({ launchedCycle, endedCycle }: BackgroundRecord): string {
  if (launchedCycle === NEVER) return 'is waiting to be launched';
  return endedCycle === NEVER
    ? 'is still running'
    : 'has ended and is waiting for its resources to be released';
}
