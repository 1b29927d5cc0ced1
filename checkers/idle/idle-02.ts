import type { Judge } from '../findings/judge.js';
import { waveStory } from '../findings/wave-story.js';
import { counted, waveName, wavePlace } from '../findings/wording.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { RuleCheck } from '../rule.js';
import { judgeAllocations } from './allocation-waits.js';
import { judgeExits } from './exit-waits.js';
import { judgeGrants } from './grant-waits.js';
import type { LateReport } from './late-report.js';
import { judgeLaunches } from './launch-waits.js';

/**
 * Invariant: what the fixed units owe a wave comes within the scenario's latencies once its last admissible reason to
 * wait is gone: its launch (P-066, P-069), its export space (P-077, P-080), a bus for its exports (P-082) and the counting of
 * its exit (S-041, U11). What a device at rest still owes is HANG's.
 */
export function createIdle02(ledgers: Ledgers, judge: Judge): RuleCheck {
  let atRest = false;
  const late: LateReport = (wave, what, since, until, bound) => {
    judge.violate(() => ({
      cycle: until,
      unit: 'spi',
      place: wavePlace(ledgers, wave),
      allowed: `${waveName(wave)} ${what} within ${counted(bound, 'cycle', 'cycles')} of cycle ${since}, when nothing was left that it lawfully waits for.`,
      observed: `${counted(until - since, 'cycle', 'cycles')} passed.`,
      steps: waveStory(ledgers, wave),
      hint: 'Look at who is told when a slot, export space or a message comes free, and at queues that nobody looks at again.',
    }));
  };
  const launches = judgeLaunches(ledgers, judge, late);
  const allocations = judgeAllocations(ledgers, judge, late);
  const grants = judgeGrants(ledgers, judge, late);
  const exits = judgeExits(ledgers, judge, late);
  return {
    on: {
      ...launches.on,
      ...allocations.on,
      ...grants.on,
      ...exits.on,
      'wave-launched': (t) => {
        launches.on['wave-launched']?.(t);
        allocations.on['wave-launched']?.(t);
      },
      quiesced: (t) => {
        atRest = t.waiting.length > 0;
      },
    },
    finish: (end) => {
      if (atRest) return;
      for (const part of [launches, allocations, grants, exits]) part.finish?.(end);
    },
  };
}
