import { EXIT_BY_EXPORT } from '../../../arch/index.js';
import type { Quiesced, Waiting } from '../../../transactions/index.js';
import { checkEveryPath } from '../../evidence/rule/every-path.js';
import type { Judge, Ledgers, WaveRecord } from '../../kit.js';
import { defineRule, formatPc, formatWave, getWaveHistory } from '../../kit.js';

/**
 * Invariant: on GFX11 and later, every wave issues an export with `done` before it ends; otherwise, its section
 * never closes (S-092, S-108). The draw must also reserve export space, or export-ready never fires and the
 * section never opens. Waves without an interlock cannot block anything, so they are left to EXP-05.
 */
export const HANG_04 = defineRule({
  id: 'HANG-04',
  text: 'On GFX11 every wave has export space and issues an export with done, which admits younger waves.',
  generations: EXIT_BY_EXPORT,
  statements: ['S-092', 'S-108', 'S-109', 'S-112'],
  needs: ['wave-formed', 'wave-ended', 'quiesced'],
  reads: ({ exits }) => exits,
  create: (ledgers, judge) => ({
    quiesced: (t) => {
      for (const waiting of t.waiting) checkWaiting(ledgers, judge, t, waiting);
    },
    onWave: {
      'wave-ended': (wave, t) => {
        if (t.by === 'halt' || !wave.facts.interlocked) return;
        judge.armed++;
        if (wave.exitCount === 0)
          report(ledgers, judge, wave, t.cycle, t.pc, 'ends without ever issuing an export with done');
      },
    },
    finish: (end) =>
      checkEveryPath({ draws: ledgers.draws.filter(({ interlocked }) => interlocked) }, judge, end),
  }),
});

function checkWaiting(
  ledgers: Ledgers,
  judge: Judge,
  t: Quiesced,
  { unit, index, pc, cause }: Waiting,
): void {
  if (unit !== 'wave' || (cause.on !== 'export-ready' && cause.on !== 'export-space')) return;
  const wave = ledgers.waves.find(index);
  if (wave === undefined) return;
  judge.armed++;
  if (reservesSpace(wave)) return;
  report(ledgers, judge, wave, t.cycle, pc, 'waits for export space that its draw does not reserve');
}

/**
 * Whether a colour or depth format reserves space. Colour formats that the draw leaves unset are assumed to reserve
 * space.
 */
function reservesSpace({ facts }: WaveRecord): boolean {
  const { SPI_SHADER_COL_FORMAT: colour, SPI_SHADER_Z_FORMAT: depth } = facts.draw.registers;
  return colour !== 0 || (depth ?? 0) !== 0;
}

function report(
  ledgers: Ledgers,
  judge: Judge,
  wave: WaveRecord,
  cycle: number,
  pc: number,
  problem: string,
): void {
  if (judge.fires())
    judge.reportAt(wave, cycle, {
      pc,
      unit: 'program',
      allowed: `${formatWave(wave)} has export space and issues an export with done.`,
      observed: `It ${problem}, at ${formatPc(ledgers, wave, pc)}.`,
      steps: getWaveHistory(ledgers, wave),
      hint: "Check the draw's export formats, and make sure that the last export on each path sets done.",
    });
}
