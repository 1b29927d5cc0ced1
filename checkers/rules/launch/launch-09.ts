import { countWavesPerGroup } from '../../../transactions/index.js';
import { type BackgroundRecord, getBackgroundName } from '../../evidence/ledger/background.js';
import { defineRule, formatCount, getOrCreate, ignoreRepeats } from '../../kit.js';

/** The barriers that the waves of a group have reached. */
interface GroupBarriers {
  /** Number of barriers reached by each wave, by index in the group: infinite if the wave has ended. */
  readonly reached: Float64Array;
  /** Waves, by number, that have issued nothing since reaching a barrier. */
  readonly waitingWaves: Set<number>;
}

/** A group with a single wave never waits. */
export const LAUNCH_09 = defineRule({
  id: 'LAUNCH-09',
  text: 'A wave continues past a barrier only when every wave in its group has reached it or ended.',
  statements: ['P-023', 'P-067', 'P-093'],
  reads: () => ['background-barrier-reached', 'background-formed', 'instructions-issued', 'wave-ended'],
  unarmedReason: 'only pixel waves ran',
  create({ scenario, background }, judge) {
    const { wave: lanes } = scenario;
    if (!scenario.background?.works.some((work) => countWavesPerGroup(work, lanes) > 1)) return {};
    const groups = new Map<string, GroupBarriers>();

    const getBarriers = ({ work, workIndex, group }: BackgroundRecord): GroupBarriers =>
      getOrCreate(groups, `${workIndex} ${group}`, () => ({
        reached: new Float64Array(countWavesPerGroup(work, lanes)),
        waitingWaves: new Set(),
      }));

    return {
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
        const missingCount = reached.filter((count) => count < reached[record.indexInGroup]).length;
        if (judge.finds(missingCount > 0))
          judge.report({
            cycle: t.cycle,
            unit: 'sq',
            place: { wave: record.wave, pc: t.first },
            allowed: `Every wave in the group reaches barrier ${reached[record.indexInGroup]} before any wave continues.`,
            observed: `${getBackgroundName(record)} continues, but ${formatCount(missingCount, 'wave has', 'waves have')} not reached it.`,
            hint: 'Check how the barrier counts arrivals, and how it treats waves in the group that have ended.',
          });
      },
      'instructions-repeated': ignoreRepeats,
      'wave-ended': (t) => {
        const record = background.find(t.wave);
        if (record !== undefined) getBarriers(record).reached[record.indexInGroup] = Infinity;
      },
    };
  },
});
