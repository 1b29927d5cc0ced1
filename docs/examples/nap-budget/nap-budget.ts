import {
  bin,
  defineCovergroup,
  definePlugin,
  defineRule,
  type Extension,
  type RuleDefinition,
  type UserCovergroup,
} from 'pops-testbench';
import { lateExits } from './late-exits.js';
import { summary } from './reports.js';
import { adder, stack } from './tests.js';

/** Creates Orbit's plugin. `budget` is how many times a wave that overlapped an earlier one may sleep. */
export function napBudget(budget: number): Extension {
  return definePlugin({
    rules: [fewNaps(budget)],
    covergroups: [naps],
    faults: [lateExits],
    programs: [adder],
    sequences: [stack],
    reporters: [summary],
  });
}

function fewNaps(budget: number): RuleDefinition {
  return defineRule({
    id: 'orbit.NAP-01',
    text: 'A wave sleeps no more often than its budget allows.',
    needs: ['wave-formed', 'slept', 'wave-ended'],
    timed: true,
    create({ waves }, judge) {
      const slept = new Map<number, number>();
      return {
        on: {
          slept({ wave }) {
            slept.set(wave, (slept.get(wave) ?? 0) + 1);
          },
          'wave-ended'({ wave, cycle }) {
            if (waves.find(wave)?.didOverlap !== true) return;
            judge.armed++;
            const count = slept.get(wave) ?? 0;
            if (count <= budget) return;
            judge.violate(() => ({
              cycle,
              unit: 'spi',
              place: { wave },
              allowed: `It may sleep at most ${budget} times.`,
              observed: `Wave ${wave} slept ${count} times.`,
              steps: [],
              hint: 'Check when the exits that the wave waited for became visible: replay --trace html.',
            }));
          },
        },
      };
    },
  });
}

/** Counts how often waves sleep, separately for waves that had to wait. */
const naps: UserCovergroup<'times' | 'overlap'> = defineCovergroup({
  name: 'orbit.naps',
  version: 1,
  text: 'How often a wave sleeps.',
  statements: [],
  points: {
    times: {
      text: 'Number of sleeps from launch to end.',
      bins: [bin('none', [0]), bin('one', [1]), bin('few', [[2, 7]]), bin('many', [[8, 1000]])],
    },
    overlap: { text: 'Whether the wave had to wait.', bins: [bin('alone', [0]), bin('overlapped', [1])] },
  },
  crosses: [{ name: 'times x overlap', text: 'Number of sleeps by overlap.', of: ['times', 'overlap'] }],
  monitor({ sampler }) {
    const { values, point } = sampler;
    const slept = new Map<number, number>();
    const overlapped = new Set<number>();
    return {
      begin() {
        slept.clear();
        overlapped.clear();
      },
      'wave-formed'({ wave, didOverlap }) {
        if (didOverlap) overlapped.add(wave);
      },
      slept({ wave }) {
        slept.set(wave, (slept.get(wave) ?? 0) + 1);
      },
      'wave-ended'({ wave }) {
        values[point.times] = slept.get(wave) ?? 0;
        values[point.overlap] = overlapped.has(wave) ? 1 : 0;
        sampler.sample();
      },
    };
  },
});
