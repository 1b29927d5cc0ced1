import { GENERATIONS, type Gfx } from '../../../arch/index.js';
import { createScoreboards } from '../../../checkers/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import { DEPTH_EXPORTS, type ProgramDescriptor } from '../../../transactions/index.js';
import { createExportingScene } from '../../support/exporting-scene.js';

/**
 * Runs a program with the given exports on two layers, discarding every other pixel, and returns the words of the
 * first colour buffer. The run must be clean.
 */
function runExports(gfx: Gfx, exports: Partial<ProgramDescriptor['exports']>): number[] {
  const scenario = createExportingScene(gfx, {
    exports: { colours: 1, conversion: 'ABGR32', ...exports },
    discards: 'pixels',
    samples: 4,
  });
  const scoreboards = createScoreboards(scenario);
  let words: number[] = [];
  runScenario(scenario, (t) => {
    if (t.kind === 'colour-dumped') words = [...t.words];
    scoreboards.observe(t);
  });
  const { violations, uncompared } = scoreboards.finish();
  expect(violations.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(uncompared).toBe(0);
  return words;
}

const unmasked = runExports('gfx9', {});

describe.each(DEPTH_EXPORTS)('a depth-target export of %s', (depth) => {
  it.each(GENERATIONS)('keeps only the excluded samples out of the colour buffer on %s', (gfx) => {
    const words = runExports(gfx, { depth });
    expect(words).toEqual(runExports('gfx10.3', { depth }));
    const unchangedCount = words.filter((word, i) => word === unmasked[i]).length;
    if (depth === 'all' || depth.includes('mask')) expect(unchangedCount).toBeLessThan(words.length);
    else expect(unchangedCount).toBe(words.length);
  });
});

it('dual-source blending gives the same result on every generation, different from single-source blending', () => {
  for (const conversion of ['ABGR32', 'FP16_ABGR', 'GR32', 'AR32'] as const) {
    const exports = { colours: 2, conversion, dualSource: true } as const;
    const [first, ...others] = GENERATIONS.map((gfx) => runExports(gfx, exports));
    for (const other of others) expect(other).toEqual(first);
    expect(first).not.toEqual(runExports('gfx11', { ...exports, dualSource: false }));
  }
});
