import { setting } from '../../../transactions/index.js';
import { createSharerFinder, mayHaveOverlapped } from '../../evidence/facts/sharers.js';
import { defineRule } from '../../kit.js';

const MIN_WAVES = 32;
/** The number of percentage points by which the observed rate may exceed the scenario's. */
const MARGIN_PERCENT = 30;

/**
 * The fraction of non-overlapping waves reported as overlapping exceeds `falseOverlap` by at most MARGIN_PERCENT
 * points (U5). Not checked if coarse overlap detection or table overflow can also cause false overlaps (U7, U16).
 */
export const PERF_01 = defineRule({
  id: 'PERF-01',
  text: 'False overlaps are not much more frequent than the scenario allows.',
  severity: 'warning',
  statements: ['S-013', 'S-088'],
  needs: ['wave-formed', 'section-exit'],
  reads: ({ exits }) => exits,
  unarmedReason: 'too few non-overlapping waves, or the knobs allow any number of false overlaps',
  skips: { waves: 'with layers: they overlap themselves' },
  create(ledgers, judge) {
    const { falseOverlap, overlapReach, overlapOverflow } = ledgers.scenario.freedoms;
    if (
      overlapReach !== setting('overlapReach', 'exact') ||
      overlapOverflow === setting('overlapOverflow', 'conservative')
    )
      return {};
    const findSharer = createSharerFinder(ledgers);
    let waveCount = 0;
    let reportedCount = 0;
    return {
      onWave: {
        'wave-formed': (wave) => {
          if (!wave.facts.interlocked || wave.hasLayers) return;
          if (mayHaveOverlapped(wave, findSharer(wave))) return;
          waveCount++;
          if (wave.didOverlap) reportedCount++;
        },
      },
      finish: (end) => {
        if (waveCount < MIN_WAVES) return;
        if (judge.finds(reportedCount * 100 > waveCount * (falseOverlap + MARGIN_PERCENT)))
          judge.report({
            cycle: end,
            unit: 'db',
            place: {},
            allowed: `At most ${falseOverlap + MARGIN_PERCENT}% of the ${waveCount} non-overlapping waves are reported as overlapping (${falseOverlap}% expected).`,
            observed: `${reportedCount} were, so they waited for waves they do not overlap.`,
            hint: 'Look for entries left in the overlap table after their wave exited, and check the granularity of the lookup.',
          });
      },
    };
  },
});
