import { countWavesPerGroup } from '../../../transactions/index.js';
import { type BackgroundRecord, getBackgroundName } from '../../evidence/ledger/background.js';
import { defineRule, formatCount, getOrCreate, ignoreRepeats } from '../../kit.js';

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
    /** Waves, by number, that have issued nothing since reaching a barrier. */
    const waitingWaves = new Set<number>();
    const groups = new Map<string, Float64Array>();

    /** Returns the number of barriers reached by each wave of a group, by index: infinite if it has ended. */
    const getReached = ({ work, workIndex, group }: BackgroundRecord): Float64Array =>
      getOrCreate(groups, `${workIndex} ${group}`, () => new Float64Array(countWavesPerGroup(work, lanes)));

    return {
      'background-barrier-reached': (t) => {
        const record = background.find(t.wave);
        if (record === undefined) return;
        getReached(record)[record.indexInGroup]++;
        if (waitingWaves.has(t.wave) && judge.finds(true))
          judge.report({
            cycle: t.cycle,
            unit: 'sq',
            place: { wave: record.wave, pc: t.pc },
            allowed: `${getBackgroundName(record)} leaves a barrier before it reaches the next.`,
            observed: 'It reaches a second one while it waits.',
            hint: 'Check whether a waiting wave can reach its barrier again.',
          });
        waitingWaves.add(t.wave);
      },
      'instructions-issued': (t) => {
        const record = waitingWaves.delete(t.wave) ? background.find(t.wave) : undefined;
        if (record === undefined) return;
        const reached = getReached(record);
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
        if (record !== undefined) getReached(record)[record.indexInGroup] = Infinity;
      },
    };
  },
});
