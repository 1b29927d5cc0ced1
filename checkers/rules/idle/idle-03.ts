import type { TransactionKind } from '../../../transactions/index.js';
import { type BackgroundRecord, getBackgroundName } from '../../evidence/ledger/background.js';
import { ALWAYS_REQUIRED } from '../../evidence/partial/evidence-kinds.js';
import {
  defineRule,
  formatCount,
  formatPc,
  formatWave,
  type Ledgers,
  locateAnyWave,
  NEVER,
  type WaveRecord,
} from '../../kit.js';
import { computeDrainBound } from './drain-bound.js';

/** Whether any wave still holds a resource or waits for one. */
function hasUnfinishedWaves({ waves, background }: Ledgers): boolean {
  return waves.formed.kept.some(isUnfinished) || [...background.formed].some(isUnfinished);
}

/**
 * Returns the waves that still hold a resource or wait for one: pixel waves first, then background waves, each in
 * formation order. Each has a clause that names the wave and says what it is waiting for.
 */
function findUnfinishedWaves(ledgers: Ledgers) {
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
function listWaits(waves: ReturnType<typeof findUnfinishedWaves>): string[] {
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

/**
 * The stimulus ends with the last draw and the last background work. The bound limits the whole drain. Before that, only
 * a device that does nothing until its run is stopped is at fault. The HANG rules cover waves that remain when there are
 * no more events.
 */
export const IDLE_03 = defineRule({
  id: 'IDLE-03',
  text: 'After the stimulus ends, the device drains: while waves remain, it makes progress within a bound derived from the latencies. A run that is stopped has not come to a standstill before.',
  timed: true,
  statements: ['S-009', 'P-049'],
  needs: ['wave-formed', 'instructions-issued', 'resource-released'],
  bounds: ['loadLatency', 'storeLatency', 'xnackLatency', 'formationTimeout'],
  reads: () => ALWAYS_REQUIRED,
  create(ledgers, judge) {
    const { scenario, draws, background } = ledgers;
    const endedDraws = new Set<number>();
    /** When the stimulus ended, or infinity before that. */
    let drainStart = Number.POSITIVE_INFINITY;
    let longestLoad = 0;
    const recordStimulusEnd = (cycle: number): void => {
      if (endedDraws.size < draws.length || !background.isComplete) return;
      drainStart = cycle;
      if (hasUnfinishedWaves(ledgers)) judge.armed++;
    };
    const recordLoad = ({ loadCycles }: { readonly loadCycles: number }): void => {
      longestLoad = Math.max(longestLoad, loadCycles);
    };
    const checkPause = (since: number, until: number, kind: TransactionKind): void => {
      // If another device does not report instruction issue, a pause cannot be distinguished from work.
      if (kind === 'quiesced' || (ledgers.isForeign && ledgers.bursts.longest === 0)) return;
      const isDraining = since >= drainStart;
      if (!isDraining && (kind !== 'stopped' || !background.isComplete)) return;
      if (!isDraining) judge.armed++;
      const timeout = isDraining ? 0 : scenario.freedoms.formationTimeout;
      const bound = computeDrainBound(scenario, ledgers.bursts.longest, longestLoad) + timeout;
      if (until - since <= bound) return;
      const remaining = findUnfinishedWaves(ledgers);
      const unended = draws.find(({ index }) => !endedDraws.has(index));
      if ((remaining.length === 0 && unended === undefined) || !judge.fires()) return;
      judge.report({
        cycle: until,
        unit: 'device',
        place: remaining.length === 0 ? { draw: unended!.index } : locateAnyWave(ledgers, remaining[0].wave),
        allowed: `${isDraining ? `The stimulus ended in cycle ${drainStart}; from then on,` : `The run is stopped in cycle ${until}; until then,`} a transaction must occur at least every ${formatCount(bound, 'cycle', 'cycles')} while work remains.`,
        observed: `Nothing happens after cycle ${since} for ${formatCount(until - since, 'cycle', 'cycles')}.`,
        steps: [...(unended ? [`draw ${unended.index} has not ended`] : []), ...listWaits(remaining)],
        hint: 'Look for units that advance only when new work arrives, and for timers used in place of a wake-up.',
      });
    };
    return {
      'draw-end': (t) => {
        endedDraws.add(t.draw);
        recordStimulusEnd(t.cycle);
      },
      ...(scenario.background && { 'background-formed': (t) => recordStimulusEnd(t.cycle) }),
      'wave-launched': recordLoad,
      'background-launched': recordLoad,
      pauses: { maxIgnoredPause: computeDrainBound(scenario, 0, 0), onEnd: checkPause },
    };
  },
});
