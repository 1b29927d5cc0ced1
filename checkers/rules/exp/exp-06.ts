import { GENERATIONS } from '../../../arch/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import { executesExports } from '../../evidence/facts/space-reserved.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { formatUnit } from '../../evidence/findings/wording.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';
import { type ExportDifference, ExportedWords } from './exported-words.js';
import { DEPARTED_READERS, FinalColours } from './final-colours.js';
import { reportExport } from './report.js';

/**
 * Invariant: a wave exports what it exports in the sequential reference: to the same targets in the same order,
 * in the same covered lanes, with the same words (S-108, P-086). The final contents of colour buffers follow
 * from these exports (P-062). Like final memory (ORD-03), they are compared once all waves have ended, for each
 * sample that a fragment covers and that late tests, an exported mask and alpha keep. The rule skips waves that
 * read data of invocations they were not ordered with, waves that VIS warned about, and their pixels.
 */
export const EXP_06: Rule = {
  id: 'EXP-06',
  text: 'Exported colours equal those of the sequential reference.',
  severity: 'error',
  generations: GENERATIONS,
  statements: [
    'S-002',
    'S-108',
    'P-002',
    'P-014',
    'P-020',
    'P-081',
    'P-086',
    'P-087',
    'P-092',
    'P-115',
    'P-123',
  ],
  needs: ['wave-formed', 'wave-ended', 'exported', 'export-granted'],
  reads: ({ excuses }) => ['depth-tested', ...excuses],
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { waves, reference, gfx } = ledgers;
  const words = new ExportedWords();
  const colours = new FinalColours(ledgers);
  const executes = ledgers.draws.map(({ draw }) => executesExports(gfx, draw.registers));
  reference.onExports((wave, instruction, state) => {
    if (!executes[wave.facts.index]) return;
    words.compare(wave, instruction, state);
    if (colours.merge.images.length > 0) colours.merge.recordExport(wave, instruction, state);
  });
  waves.onLeave((wave) => words.endWave(wave));
  return {
    on: {
      ...colours.on,
      'export-granted': (t) => {
        const wave = waves.find(t.wave);
        if (wave !== undefined && executes[wave.facts.index]) words.record(wave, t);
      },
    },
    finish: () => {
      if (judge.lacks(reference.obstacle) || !words.hasExports) return;
      const result = reference.run();
      judge.lacks(result.kind === 'unknown' ? result.reason : colours.obstacle);
      if (result.kind === 'unknown') return;
      const openWaves = createOpenWaveFinder(ledgers);
      compareWords(ledgers, judge, words, openWaves);
      if (judge.missing === undefined) colours.compare(judge, openWaves);
    },
  };
}

/**
 * Returns a function that, on its first call, computes which waves may legally export something else. It
 * returns undefined if this cannot be determined.
 */
function createOpenWaveFinder({
  waves,
  reference,
  visibility,
  grid,
}: Ledgers): () => ReadonlySet<WaveRecord> | undefined {
  let open: ReadonlySet<WaveRecord> | undefined;
  let isComputed = false;
  const isExcused = ({ lanePixels }: WaveRecord): boolean =>
    lanePixels.some((pixel) => pixel >= 0 && visibility.excuses(NO_ADDRESS, grid.getLocation(pixel)));
  return () => {
    if (isComputed) return open;
    isComputed = true;
    const unordered = reference.findUndefinedLanes();
    const isKnown = unordered !== undefined && (waves.departedCount === 0 || !visibility.hasExcuses);
    open = isKnown ? new Set([...unordered.keys(), ...waves.formed.kept.filter(isExcused)]) : undefined;
    return open;
  };
}

const NO_ADDRESS = -1;

function compareWords(
  ledgers: Ledgers,
  judge: Judge,
  words: ExportedWords,
  openWaves: () => ReadonlySet<WaveRecord> | undefined,
): void {
  words.finish();
  judge.armed += words.compared;
  for (const difference of words.differences) {
    const open = openWaves();
    if (open === undefined) judge.lacks(DEPARTED_READERS);
    else if (open.has(difference.wave)) judge.uncompared++;
    else report(ledgers, judge, difference);
  }
}

function report(ledgers: Ledgers, judge: Judge, difference: ExportDifference): void {
  const { wave, pc, cycle, lane, expected, observed } = difference;
  const { unitsPerPixel } = ledgers.grid;
  const unit = (wave.lanePixels[lane] + 1) * unitsPerPixel - 1;
  const location = lane < 0 ? '' : ` in lane ${lane}, ${formatUnit(ledgers, unit)},`;
  reportExport(ledgers, judge, wave.wave, pc, {
    cycle,
    unit: 'sx',
    allowed: `It exports ${expected}${location} when the waves run one after another in primitive order.`,
    observed: `exports ${observed}${location}`,
    hint: 'Fix earlier ordering and race violations first. Without any, look for registers overwritten before the export read them, or for a lost export.',
  });
}
