import type { Judge } from '../findings/judge.js';
import { unitName } from '../findings/wording.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { RuleCheck } from '../rule.js';
import { type ExportDifference, ExportedWords } from './exported-words.js';
import { reportExport } from './report.js';
import { executesExports } from './space-reserved.js';

/**
 * Invariant: a wave exports what it exports in the sequential reference: to the same targets in the same order, in the same
 * covered lanes, the same words (S-108, P-086). Judged like final memory (ORD-03), when every wave ended. Left out are waves
 * that read what invocations wrote which they were not ordered with, and those that VIS warned of.
 */
export function createExp06(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { waves, reference } = ledgers;
  const words = new ExportedWords();
  const executes = ledgers.draws.map(({ draw }) => executesExports(ledgers.gfx, draw.registers));
  reference.hearExports((wave, instruction, state) => {
    if (executes[wave.facts.index]) words.compare(wave, instruction, state);
  });
  return {
    on: {
      'export-granted': (t) => {
        const wave = waves.find(t.wave);
        if (wave !== undefined && executes[wave.facts.index]) words.keep(wave, t);
      },
    },
    finish: () => {
      judge.missing = reference.obstacle;
      if (judge.missing !== undefined || !words.hasAny) return;
      const result = reference.run();
      if (result.kind === 'unknown') {
        judge.missing = result.why;
        return;
      }
      words.finish();
      judge.armed += words.compared;
      if (words.differences.length === 0) return;
      const open = reference.wavesLeftOpen();
      for (const difference of words.differences) {
        if (open.has(difference.wave) || isExcused(ledgers, difference.wave)) judge.uncompared++;
        else report(ledgers, judge, difference);
      }
    },
  };
}

/** Whether VIS warned of something that a lane of the wave did not ask to see. */
function isExcused({ visibility, grid }: Ledgers, { lanePixels }: WaveRecord): boolean {
  return lanePixels.some((pixel) => pixel >= 0 && visibility.excuses(NO_ADDRESS, grid.placeOf(pixel)));
}

const NO_ADDRESS = -1;

function report(ledgers: Ledgers, judge: Judge, difference: ExportDifference): void {
  const { wave, pc, cycle, lane, expected, observed } = difference;
  const { unitsPerPixel } = ledgers.grid;
  const unit = (wave.lanePixels[lane] + 1) * unitsPerPixel - 1;
  const where = lane < 0 ? '' : ` in lane ${lane}, ${unitName(ledgers, unit)},`;
  reportExport(ledgers, judge, wave, pc, {
    cycle,
    unit: 'sx',
    allowed: `It exports ${expected}${where} when the waves run one after another in primitive order.`,
    observed: `exports ${observed}${where}`,
    hint: 'Look at the ordering and race violations before this one; alone, it speaks of registers that were overwritten before the export read them, or of an export that was lost.',
  });
}
