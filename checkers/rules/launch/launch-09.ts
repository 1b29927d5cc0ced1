import { GENERATIONS } from '../../../arch/index.js';
import { countWavesPerGroup } from '../../../transactions/index.js';
import { ignoreRepeats } from '../../evidence/basics/handlers.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { formatCount } from '../../evidence/findings/wording.js';
import { type BackgroundRecord, getBackgroundName } from '../../evidence/ledger/background.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';

/** The barriers that the waves of a group have reached. */
interface GroupBarriers {
  /**
   * Number of barriers reached by each wave, by index in the group. A wave that has ended counts as having reached
   * every barrier.
   */
  readonly reached: Float64Array;
  /** Waves, by number, that have issued nothing since reaching a barrier. */
  readonly waitingWaves: Set<number>;
}

/**
 * Invariant: a wave continues past a barrier only once all waves in its group have reached it or ended (P-023,
 * P-067). A group with a single wave never waits.
 */
export const LAUNCH_09: Rule = {
  id: 'LAUNCH-09',
  text: 'A wave continues past a barrier only when every wave in its group has reached it or ended.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['P-023', 'P-067', 'P-093'],
  reads: () => ['background-barrier-reached', 'background-formed', 'instructions-issued', 'wave-ended'],
  unarmedReason: 'only pixel waves ran',
  create,
};

function create({ scenario, background }: Ledgers, judge: Judge): RuleCheck {
  const { wave: lanes } = scenario;
  if (!scenario.background?.works.some((work) => countWavesPerGroup(work, lanes) > 1)) return { on: {} };
  const groups = new Map<string, GroupBarriers>();

  const getBarriers = ({ work, workIndex, group }: BackgroundRecord): GroupBarriers => {
    const key = `${workIndex} ${group}`;
    let barriers = groups.get(key);
    if (barriers === undefined) {
      barriers = { reached: new Float64Array(countWavesPerGroup(work, lanes)), waitingWaves: new Set() };
      groups.set(key, barriers);
    }
    return barriers;
  };

  return {
    on: {
      'background-barrier-reached': (t) => {
        const record = background.find(t.wave);
        if (record === undefined) return;
        const { reached, waitingWaves } = getBarriers(record);
        reached[record.indexInGroup]++;
        waitingWaves.add(t.wave);
      },
      'instructions-issued': (t) => {
        const record = background.find(t.wave);
        if (record === undefined) return;
        const { reached, waitingWaves } = getBarriers(record);
        if (!waitingWaves.delete(t.wave)) return;
        judge.armed++;
        const missingCount = reached.filter((count) => count < reached[record.indexInGroup]).length;
        if (missingCount > 0)
          judge.violate(describe, record, t.cycle, t.first, reached[record.indexInGroup], missingCount);
      },
      'instructions-repeated': ignoreRepeats,
      'wave-ended': (t) => {
        const record = background.find(t.wave);
        if (record !== undefined) getBarriers(record).reached[record.indexInGroup] = Infinity;
      },
    },
  };
}

function describe(
  record: BackgroundRecord,
  cycle: number,
  pc: number,
  barrier: number,
  missingCount: number,
) {
  return {
    cycle,
    unit: 'sq' as const,
    place: { wave: record.wave, pc },
    allowed: `Every wave in the group reaches barrier ${barrier} before any wave continues.`,
    observed: `${getBackgroundName(record)} continues, but ${formatCount(missingCount, 'wave has', 'waves have')} not reached it.`,
    steps: [],
    hint: 'Check how the barrier counts arrivals, and how it treats waves in the group that have ended.',
  };
}
