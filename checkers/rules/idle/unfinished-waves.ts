import type { Ledgers } from '../../evidence/facts/ledgers.js';
import { formatPc, formatWave } from '../../evidence/findings/wording.js';
import { type BackgroundRecord, getBackgroundName } from '../../evidence/ledger/background.js';
import { NEVER, type WaveRecord } from '../../evidence/ledger/wave-record.js';

/** A wave that the device has not finished with, and what the ledgers show it waiting for. */
export interface UnfinishedWave {
  readonly wave: number;
  /** The wave's name and what it waits for, as a clause. */
  readonly description: string;
}

/** Whether any wave still holds a resource or waits for one. */
export function hasUnfinishedWaves({ waves, background }: Ledgers): boolean {
  return waves.formed.kept.some(isUnfinished) || [...background.formed].some(isUnfinished);
}

/**
 * Returns the waves that still hold a resource or wait for one: first the pixel waves and then the background
 * waves, each in formation order.
 */
export function findUnfinishedWaves(ledgers: Ledgers): UnfinishedWave[] {
  const pixels = ledgers.waves.formed.kept.filter(isUnfinished);
  const others = [...ledgers.background.formed].filter(isUnfinished);
  return [
    ...pixels.map((wave) => ({
      wave: wave.wave,
      description: `${formatWave(wave)} ${getReason(ledgers, wave)}`,
    })),
    ...others.map((record) => ({
      wave: record.wave,
      description: `${getBackgroundName(record)} ${getBackgroundReason(record)}`,
    })),
  ];
}

function isUnfinished({ releasedCycle }: { readonly releasedCycle: number }): boolean {
  return releasedCycle === NEVER;
}

/** Describes what a wave was last seen waiting for. */
function getReason(ledgers: Ledgers, wave: WaveRecord): string {
  const [access] = ledgers.accesses.getOutstanding(wave);
  if (access !== undefined) {
    return `waits for the access at ${formatPc(ledgers, wave, access.pc)} of cycle ${access.cycle}`;
  }
  if (wave.launchedCycle === NEVER) return 'waits for its launch';
  if (wave.endedCycle !== NEVER) return 'has ended and waits for the release of its resources';
  if (wave.polledCycle !== NEVER && wave.enteredCycle === NEVER) return 'waits at its entry';
  return wave.exitCount > 0
    ? 'has sent its exit and has not ended'
    : 'has entered its section and has not sent its exit';
}

function getBackgroundReason({ launchedCycle, endedCycle }: BackgroundRecord): string {
  if (launchedCycle === NEVER) return 'waits for its launch';
  return endedCycle === NEVER ? 'runs' : 'has ended and waits for the release of its resources';
}
