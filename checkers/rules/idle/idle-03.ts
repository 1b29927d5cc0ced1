import type { TransactionKind } from '../../../transactions/index.js';
import { ALWAYS_REQUIRED } from '../../evidence/partial/evidence-kinds.js';
import { defineRule, formatCount, locateAnyWave } from '../../kit.js';
import { computeDrainBound } from './drain-bound.js';
import { findUnfinishedWaves, hasUnfinishedWaves, listWaits } from './unfinished-waves.js';

/**
 * The stimulus ends with the last draw and the last background work. The bound limits the whole drain. The HANG rules
 * cover waves that remain when there are no more events.
 */
export const IDLE_03 = defineRule({
  id: 'IDLE-03',
  text: 'After the stimulus ends, the device drains: while waves remain, it makes progress within a bound derived from the latencies.',
  timed: true,
  statements: ['S-009', 'P-049'],
  needs: ['wave-formed', 'instructions-issued', 'resource-released'],
  bounds: ['loadLatency', 'storeLatency', 'xnackLatency'],
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
      // If instruction issue is not reported, a pause cannot be distinguished from work.
      if (since < drainStart || kind === 'quiesced' || ledgers.bursts.longest === 0) return;
      const bound = computeDrainBound(scenario, ledgers.bursts.longest, longestLoad);
      if (until - since <= bound) return;
      const remaining = findUnfinishedWaves(ledgers);
      if (remaining.length === 0 || !judge.fires()) return;
      judge.report({
        cycle: until,
        unit: 'device',
        place: locateAnyWave(ledgers, remaining[0].wave),
        allowed: `The stimulus ended in cycle ${drainStart}; from then on, a transaction must occur at least every ${formatCount(bound, 'cycle', 'cycles')} while waves remain.`,
        observed: `Nothing happens after cycle ${since} for ${formatCount(until - since, 'cycle', 'cycles')}.`,
        steps: listWaits(remaining),
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
