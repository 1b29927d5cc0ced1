import { WITH_WAVE_IDS } from '../../../arch/index.js';
import type { Ledgers, WaveRecord } from '../../kit.js';
import {
  defineRule,
  formatPc,
  formatSteps,
  formatWave,
  formatWaves,
  getWaveHistory,
  NEVER,
  reportEveryPath,
} from '../../kit.js';

/** Otherwise the exiting id stays at that wave, and later waves that depend on it or on a younger wave hang. */
export const HANG_03 = defineRule({
  id: 'HANG-03',
  text: 'A wave that has set its packer sends its exit before it ends.',
  generations: WITH_WAVE_IDS,
  statements: ['S-077', 'S-078'],
  needs: ['wave-formed', 'wave-ended', 'message-sent'],
  unarmedReason: 'no wave that set its packer (`hwreg-written`) ended',
  create(ledgers, judge) {
    const wavesWithoutExit: WaveRecord[] = [];
    return {
      onWave: {
        'wave-ended': (wave, t) => {
          if (wave.firstPackerWriteCycle === NEVER || t.by === 'halt') return;
          judge.armed++;
          if (wave.exitCount === 0) wavesWithoutExit.push(wave);
        },
      },
      finish: (end) => {
        for (const wave of wavesWithoutExit)
          if (judge.fires()) {
            const waiters = findWaiters(ledgers, wave);
            const verb = waiters.length === 1 ? 'waits' : 'wait';
            judge.reportAt(wave, wave.endedCycle, {
              pc: wave.endedPc,
              unit: 'program',
              allowed: `${formatWave(wave)} sends its exit between setting its packer at ${formatPc(ledgers, wave, wave.firstPackerWritePc)} and ending.`,
              observed: `${formatWave(wave)} ends at ${formatPc(ledgers, wave, wave.endedPc)} without one; ${waiters.length === 0 ? 'no wave waits for it yet' : `${formatWaves(waiters)} ${verb} for it`}.`,
              steps: [
                ...getWaveHistory(ledgers, wave),
                ...formatSteps(
                  waiters.map((other) => [other.polledCycle, `${formatWave(other)} polls and waits for it`]),
                ),
              ],
              hint: 'Check the path from the packer write to the end of the wave, starting with the early discard exit.',
            });
          }
        reportEveryPath(ledgers, judge, end);
      },
    };
  },
});

function findWaiters({ packers, entries }: Ledgers, wave: WaveRecord): WaveRecord[] {
  const packerWaves = packers.getPacker(wave.packer).waves.kept;
  return packerWaves.filter(
    (candidate) =>
      candidate.sequence > wave.sequence &&
      candidate.didOverlap &&
      candidate.newestSequence >= wave.sequence &&
      !entries.mayEnter(candidate),
  );
}
