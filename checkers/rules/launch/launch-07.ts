import { defineRule, formatWave, type Handlers, mergeHandlers, type WaveRecord } from '../../kit.js';
import { checkStagedLaunches } from './staged-launches.js';

/** Otherwise, a younger wave could take the last slot and block the older wave that it waits for (pipeline.md 4). */
export const LAUNCH_07 = defineRule({
  id: 'LAUNCH-07',
  text: 'Each wave of a packer starts once, in formation order, and only after its initial data has been staged.',
  statements: ['S-033', 'P-011', 'P-012', 'P-066'],
  needs: ['wave-formed', 'wave-launched'],
  bounds: ['stagedWaves', 'stagedVertexWaves'],
  create(ledgers, judge) {
    /** Waves that have not started, by packer, oldest first. */
    const waiting: WaveRecord[][] = [];
    const launchOrder: Handlers = {
      'wave-formed': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined) return;
        waiting[wave.packer] ??= [];
        waiting[wave.packer].push(wave);
      },
      'wave-launched': (t) => {
        const wave = ledgers.waves.find(t.wave);
        const queue = wave === undefined ? undefined : waiting[wave.packer];
        if (wave === undefined || queue === undefined) return;
        judge.armed++;
        const index = queue.indexOf(wave);
        if (index < 0) {
          if (judge.fires()) {
            const name = formatWave(wave);
            judge.reportAt(wave, t.cycle, {
              unit: 'spi',
              allowed: `${name} starts once, when it reaches the head of its packer's queue.`,
              observed: `${name} starts again.`,
              steps: [
                `cycle ${wave.formedCycle}: ${name} is formed`,
                `cycle ${t.cycle}: ${name} starts again`,
              ],
              hint: "Check that a wave is removed from its packer's queue when it starts.",
            });
          }
          return;
        }
        const [oldest] = queue;
        queue.splice(index, 1);
        if (index !== 0 && judge.fires())
          judge.reportAt(wave, t.cycle, {
            unit: 'spi',
            place: { otherWave: oldest.wave },
            allowed: `${formatWave(oldest)} starts first: it was formed first.`,
            observed: `${formatWave(wave)} starts while ${formatWave(oldest)} is still waiting.`,
            steps: [oldest, wave].map(
              (other) => `cycle ${other.formedCycle}: ${formatWave(other)} is formed`,
            ),
            hint: 'Check the order in which the two launch controllers take waves from a packer.',
          });
      },
    };
    return { ...mergeHandlers([launchOrder, checkStagedLaunches(ledgers, judge)]) };
  },
});
