import { EXIT_BY_EXPORT } from '../../../arch/index.js';
import type { WaveRecord } from '../../kit.js';
import { checkEveryPath, defineRule, formatPc, formatWave, getWaveHistory } from '../../kit.js';
import { checkWaitingWaves } from './wait-graph.js';

/**
 * Otherwise, its section never opens (no export space) or never closes (no `done`). Waves without an interlock cannot
 * block anything, so they are left to EXP-05.
 */
export const HANG_04 = defineRule({
  id: 'HANG-04',
  text: 'On GFX11 every wave has export space and issues an export with done, which admits younger waves.',
  generations: EXIT_BY_EXPORT,
  statements: ['S-092', 'S-108', 'S-109', 'S-112'],
  needs: ['wave-formed', 'wave-ended', 'quiesced'],
  reads: ({ exits }) => exits,
  create(ledgers, judge) {
    const report = (wave: WaveRecord, cycle: number, pc: number, problem: string): void => {
      if (judge.fires())
        judge.reportAt(wave, cycle, {
          pc,
          unit: 'program',
          allowed: `${formatWave(wave)} has export space and issues an export with done.`,
          observed: `${formatWave(wave)} ${problem}, at ${formatPc(ledgers, wave, pc)}.`,
          steps: getWaveHistory(ledgers, wave),
          hint: "Check the draw's export formats, and make sure that the last export on each path sets done.",
        });
    };
    return {
      ...checkWaitingWaves(ledgers, (wave, { pc, cause }, cycle) => {
        if (cause.on !== 'export-ready' && cause.on !== 'export-space') return;
        judge.armed++;
        if (!reservesSpace(wave))
          report(wave, cycle, pc, 'waits for export space that its draw does not reserve');
      }),
      onWave: {
        'wave-ended': (wave, t) => {
          if (t.by === 'halt' || !wave.facts.interlocked) return;
          judge.armed++;
          if (wave.exitCount === 0)
            report(wave, t.cycle, t.pc, 'ends without ever issuing an export with done');
        },
      },
      finish: (end) =>
        checkEveryPath({ draws: ledgers.draws.filter(({ interlocked }) => interlocked) }, judge, end),
    };
  },
});

/**
 * Whether a colour or depth format reserves space. Colour formats that the draw leaves unset are assumed to reserve
 * space.
 */
function reservesSpace({ facts }: WaveRecord): boolean {
  const { SPI_SHADER_COL_FORMAT: colour, SPI_SHADER_Z_FORMAT: depth } = facts.draw.registers;
  return colour !== 0 || (depth ?? 0) !== 0;
}
