import { factsOf } from '../../../arch/index.js';
import type { Ledgers, WaveRecord } from '../../kit.js';
import { checkEveryPath, defineRule, formatPc, formatWave, getWaveHistory, NEVER } from '../../kit.js';
import { checkWaitingWaves } from './wait-graph.js';

/**
 * The exit has occurred if the exiting id has passed the id that the wave waits for. Nothing can wake a wave that,
 * for instance, never set its packer. HANG-01 covers waves that sleep until a stuck wave makes progress.
 */
export const HANG_05 = defineRule({
  id: 'HANG-05',
  text: 'A wave in an unbounded sleep is always woken by a later exit.',
  statements: ['S-047', 'S-048'],
  needs: ['wave-formed', 'quiesced'],
  reads: () => ['exiting-id-visible', 'hwreg-written'],
  create: (ledgers, judge) => ({
    ...checkWaitingWaves(ledgers, (wave, { pc, cause }, cycle) => {
      if (cause.on !== 'sleep') return;
      const reason = explainEndlessSleep(ledgers, wave);
      if (judge.finds(reason))
        judge.reportAt(wave, cycle, {
          pc,
          unit: 'sq',
          allowed: `${formatWave(wave)} sleeps only until the exit that it waits for.`,
          observed: `${formatWave(wave)} sleeps forever at ${formatPc(ledgers, wave, pc)}: ${reason}.`,
          steps: getWaveHistory(ledgers, wave),
          hint: 'Check the sleep length and the selected packer, and look for a wake-up that races with the wave going to sleep.',
        });
    }),
    finish: (end) => checkEveryPath(ledgers, judge, end),
  }),
});

function explainEndlessSleep({ packers, gfx }: Ledgers, wave: WaveRecord): string | undefined {
  const { hasWaveIds, sleepsEndEarly } = factsOf(gfx);
  if (!hasWaveIds || !sleepsEndEarly) return 'no exit wakes a wave on this generation';
  if (wave.firstPackerWriteCycle === NEVER) return 'it never set its packer, so no exit wakes it';
  const visible = packers.getPacker(wave.packer).visibleSequence;
  if (wave.didOverlap && visible > wave.newestSequence)
    return 'the exit that it waits for has already happened';
  return undefined;
}
