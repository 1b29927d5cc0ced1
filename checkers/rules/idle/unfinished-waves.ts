import type { Ledgers } from '../../evidence/facts/ledgers.js';
import { pcName, waveName } from '../../evidence/findings/wording.js';
import { type BackgroundRecord, backgroundName } from '../../evidence/ledger/background.js';
import { NEVER, type WaveRecord } from '../../evidence/ledger/wave-record.js';

/** A wave that the device has not finished with, and the reason as far as the ledgers show it. */
export interface UnfinishedWave {
  readonly wave: number;
  /** The wave with its reason, as a clause. */
  readonly text: string;
}

/** Returns whether any wave still holds a resource or waits for one. */
export function hasUnfinishedWaves({ waves, background }: Ledgers): boolean {
  return waves.formed.kept.some(isUnfinished) || [...background.formed].some(isUnfinished);
}

/**
 * Returns the waves that still hold a resource or wait for one: pixel waves first, each kind in formation
 * order.
 */
export function unfinishedWaves(ledgers: Ledgers): UnfinishedWave[] {
  const pixels = ledgers.waves.formed.kept.filter(isUnfinished);
  const others = [...ledgers.background.formed].filter(isUnfinished);
  return [
    ...pixels.map((wave) => ({ wave: wave.wave, text: `${waveName(wave)} ${reasonOf(ledgers, wave)}` })),
    ...others.map((record) => ({
      wave: record.wave,
      text: `${backgroundName(record)} ${backgroundReason(record)}`,
    })),
  ];
}

function isUnfinished({ releasedCycle }: { readonly releasedCycle: number }): boolean {
  return releasedCycle === NEVER;
}

/** Describes the last thing for which a wave was seen waiting. */
function reasonOf(ledgers: Ledgers, wave: WaveRecord): string {
  const [access] = ledgers.accesses.outstandingOf(wave);
  if (access !== undefined) {
    return `waits for the access at ${pcName(ledgers, wave, access.pc)} of cycle ${access.cycle}`;
  }
  if (wave.launchedCycle === NEVER) return 'waits for its launch';
  if (wave.endedCycle !== NEVER) return 'has ended and waits for the release of its resources';
  if (wave.polledCycle !== NEVER && wave.enteredCycle === NEVER) return 'waits at its entry';
  return wave.exitCount > 0
    ? 'has sent its exit and has not ended'
    : 'has entered its section and has not sent its exit';
}

function backgroundReason({ launchedCycle, endedCycle }: BackgroundRecord): string {
  if (launchedCycle === NEVER) return 'waits for its launch';
  return endedCycle === NEVER ? 'runs' : 'has ended and waits for the release of its resources';
}
