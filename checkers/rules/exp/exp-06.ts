import { executesExports } from '../../evidence/facts/export-space.js';
import { defineRule, formatUnit, type Judge, type Ledgers, type WaveRecord } from '../../kit.js';
import { type ExportDifference, ExportedWords } from './exported-words.js';
import { FinalColours, UNTRACKED_READERS } from './final-colours.js';
import { reportExport } from './report.js';

/**
 * Targets, order, covered lanes and data, and with them the final contents of colour buffers (P-062), which are
 * compared once all waves have ended. Those include each covered sample that passes the late tests, the exported
 * mask, and alpha-to-coverage.
 */
export const EXP_06 = defineRule({
  id: 'EXP-06',
  text: 'Exported colours equal those of the sequential reference.',
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
  reads: ({ staleReads }) => ['depth-tested', ...staleReads],
  skips: {
    waves:
      'that read what unordered invocations write, or that VIS flags, and their pixels: their values depend on timing; helper lanes: nothing takes their exports',
  },
  create(ledgers, judge) {
    const { waves, reference, gfx } = ledgers;
    const words = new ExportedWords();
    const colours = new FinalColours(ledgers);
    const drawExports = ledgers.draws.map(({ draw }) => executesExports(gfx, draw.registers));
    reference.onExports((wave, instruction, state) => {
      if (!drawExports[wave.facts.index]) return;
      words.compare(wave, instruction, state);
      if (colours.merge.images.length > 0) colours.merge.recordExport(wave, instruction, state);
    });
    waves.onRemoval((wave) => words.endWave(wave));
    return {
      ...colours.on,
      onWave: {
        'export-granted': (wave, t) => {
          if (drawExports[wave.facts.index]) words.record(wave, t);
        },
      },
      finish: () => {
        if (judge.lacks(reference.missingInput) || !words.hasExports) return;
        const result = reference.run();
        judge.lacks(result.kind === 'unknown' ? result.reason : colours.missingInput);
        if (result.kind === 'unknown') return;
        const findExemptWaves = createExemptWaveFinder(ledgers);
        compareWords(ledgers, judge, words, findExemptWaves);
        if (judge.missing === undefined) colours.compare(judge, findExemptWaves);
      },
    };
  },
});

/**
 * Creates a function that returns the waves that may legally export different values, or undefined if they
 * cannot be determined. The result is computed on the first call.
 */
function createExemptWaveFinder({
  waves,
  reference,
  visibility,
  grid,
}: Ledgers): () => ReadonlySet<WaveRecord> | undefined {
  let result: { readonly waves?: ReadonlySet<WaveRecord> } | undefined;
  const isExempt = ({ lanePixels }: WaveRecord): boolean =>
    lanePixels.some((pixel) => pixel >= 0 && visibility.exempts(NO_ADDRESS, grid.getLocation(pixel)));
  return () => {
    if (result !== undefined) return result.waves;
    const unordered = reference.findUndefinedLanes();
    const isKnown = unordered !== undefined && (waves.removedCount === 0 || !visibility.hasExemptions);
    result = isKnown ? { waves: new Set([...unordered.keys(), ...waves.formed.kept.filter(isExempt)]) } : {};
    return result.waves;
  };
}

const NO_ADDRESS = -1;

function compareWords(
  ledgers: Ledgers,
  judge: Judge,
  words: ExportedWords,
  findExemptWaves: () => ReadonlySet<WaveRecord> | undefined,
): void {
  words.finish();
  judge.armed += words.comparedCount;
  for (const difference of words.differences) {
    const exempt = findExemptWaves();
    if (exempt === undefined) judge.lacks(UNTRACKED_READERS);
    else if (exempt.has(difference.wave)) judge.uncompared++;
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
    hint: 'Fix earlier ordering and race violations first. If there are none, look for registers overwritten before the export read them, or for a lost export.',
  });
}
