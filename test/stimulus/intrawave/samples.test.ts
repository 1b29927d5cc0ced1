import { createScoreboards } from '../../../checkers/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS, type WaveFormed } from '../../../transactions/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

/** Counts the pairs of quads at the same location within a layer, and how many of these pairs share a sample. */
function countPairsWithinLayers({ quads, quadCount, intrawaveMask }: WaveFormed): readonly [number, number] {
  let pairs = 0;
  let overlaps = 0;
  const readColumn = (quad: number, column: number): number => quads[quad * QUAD_COLUMNS + column]!;
  for (let first = 0; first < quadCount; first++) {
    for (let second = first + 1; second < quadCount; second++) {
      if (((intrawaveMask >>> second) & 1) === 1) break;
      const isSameLocation = [QUAD_COLUMN.X, QUAD_COLUMN.Y].every(
        (column) => readColumn(first, column) === readColumn(second, column),
      );
      if (!isSameLocation) continue;
      pairs++;
      const masks = [QUAD_COLUMN.MASK01, QUAD_COLUMN.MASK23];
      if (masks.some((column) => (readColumn(first, column) & readColumn(second, column)) !== 0)) overlaps++;
    }
  }
  return [pairs, overlaps];
}

test('lanes of one pixel share a layer only if they share no sample (S-072)', () => {
  let [pairs, overlaps, layers] = [0, 0, 0];
  for (let seed = 1; seed <= 12; seed++) {
    const scenario = drawScenario('intrawave_samples', `0x${seed}`, { knobs: { falseOverlap: 0 } });
    expect(scenario.draws.every(({ interlock }) => interlock === 'sample-ordered')).toBe(true);
    const scoreboards = createScoreboards(scenario);
    runScenario(scenario, (transaction) => {
      scoreboards.observe(transaction);
      if (transaction.kind !== 'wave-formed') return;
      const [pairCount, overlapCount] = countPairsWithinLayers(transaction);
      pairs += pairCount;
      overlaps += overlapCount;
      if (transaction.intrawaveMask >>> 1 !== 0) layers++;
    });
    const { violations, unchecked } = scoreboards.finish();
    expect([violations.filter(({ severity }) => severity === 'error'), unchecked]).toEqual([[], []]);
  }
  expect([pairs > 10, overlaps, layers > 10]).toEqual([true, 0, true]);
});
