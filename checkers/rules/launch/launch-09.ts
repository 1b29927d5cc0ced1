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
   * Number of barriers reached by each wave, by index. A wave that has ended counts as having reached all of
   * them.
   */
  readonly reached: Float64Array;
  /** Numbers of the waves that have reached a barrier and not issued anything since. */
  readonly waitingWaves: Set<number>;
}

/**
 * Invariant: a wave only continues after a barrier once all waves of its group have reached the barrier or
 * ended (P-023, P-067). A group of one wave never waits.
 */
export const LAUNCH_09: Rule = {
  id: 'LAUNCH-09',
  text: 'A wave continues after a barrier only when every wave of its group has reached it or ended.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['P-023', 'P-067', 'P-093'],
  reads: () => ['background-barrier-reached', 'background-formed', 'instructions-issued', 'wave-ended'],
  unarmed: 'only pixel waves ran',
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
    allowed: `Every wave of the group reaches barrier ${barrier} before any wave continues.`,
    observed: `${getBackgroundName(record)} continues, but ${formatCount(missingCount, 'wave has', 'waves have')} not reached it.`,
    steps: [],
    hint: 'Check how arrivals at a barrier are counted, and how ended waves of the group count.',
  };
}
