import {
  bin,
  defineCovergroup,
  definePlugin,
  defineRule,
  type Extension,
  type RuleDefinition,
  type UserCovergroup,
} from 'pops-testbench';

/** The vendor's watchdog setting. */
export interface WatchdogSetting {
  /** The number of cycles after which the watchdog resets a wave whose section is still open. */
  readonly cycles: number;
}

/** Creates a plugin for a vendor's watchdog, which resets a wave whose section stays open too long. */
export function sectionWatchdog({ cycles }: WatchdogSetting): Extension {
  return definePlugin({ rules: [noReset(cycles)], covergroups: [waveLengths(cycles)] });
}

/** Creates a rule that fires if a section would trip the watchdog; correct programs never do. */
function noReset(limit: number): RuleDefinition {
  return defineRule({
    id: 'acme.WATCHDOG-01',
    text: 'No section stays open longer than the watchdog allows.',
    needs: ['wave-formed', 'wave-ended'],
    timed: true,
    create({ waves }, judge) {
      return {
        on: {
          'wave-ended'({ wave, cycle }) {
            const state = waves.find(wave);
            if (state === undefined || state.enteredCycle < 0 || state.exitIssuedCycle < 0) return;
            judge.armed++;
            const openCycles = state.exitIssuedCycle - state.enteredCycle;
            if (openCycles <= limit) return;
            judge.violate(() => ({
              cycle,
              unit: 'watchdog',
              place: { wave, packer: state.packer, id: state.id, draw: state.facts.index },
              allowed: `A section may stay open for at most ${limit} cycles.`,
              observed: `Wave ${wave} kept its section open for ${openCycles} cycles.`,
              steps: [
                `cycle ${state.enteredCycle}: wave ${wave} enters its section`,
                `cycle ${state.exitIssuedCycle}: it sends its exit`,
              ],
              hint: 'Look for accesses that the section does not need to wait for.',
            }));
          },
        },
      };
    },
  });
}

/** Covers how close waves get to the limit. */
function waveLengths(limit: number): UserCovergroup<'length' | 'overlap'> {
  return defineCovergroup({
    name: 'acme.watchdog',
    version: 1,
    text: 'Wave run times, as the watchdog sees them.',
    statements: [],
    points: {
      length: {
        text: 'Cycles from launch to end of a wave.',
        bins: [
          bin('far', [[0, limit >> 2]]),
          bin('halfway', [[(limit >> 2) + 1, limit >> 1]]),
          bin('near', [[(limit >> 1) + 1, limit]]),
        ],
      },
      overlap: { text: 'Whether the wave had to wait.', bins: [bin('alone', [0]), bin('overlapped', [1])] },
    },
    crosses: [{ name: 'length x overlap', text: 'Wave length against overlap.', of: ['length', 'overlap'] }],
    monitor({ sampler }) {
      const { values, point } = sampler;
      const launched = new Map<number, number>();
      const overlapped = new Set<number>();
      return {
        begin() {
          launched.clear();
          overlapped.clear();
        },
        'wave-formed'({ wave, didOverlap }) {
          if (didOverlap) overlapped.add(wave);
        },
        'wave-launched'({ wave, cycle }) {
          launched.set(wave, cycle);
        },
        'wave-ended'({ wave, cycle }) {
          values[point.length] = cycle - (launched.get(wave) ?? cycle);
          values[point.overlap] = overlapped.has(wave) ? 1 : 0;
          sampler.sample();
        },
      };
    },
  });
}
