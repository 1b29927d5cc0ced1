import { describe, expect, it } from 'vitest';
import { GENERATIONS, type Gfx } from '../../../arch/index.js';
import { createScoreboards } from '../../../checkers/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import { DEPTH_EXPORTS, type ProgramDescriptor } from '../../../transactions/index.js';
import { exportingScene } from '../../support/exporting-scene.js';

/** Words of the first colour buffer after two layers with every other pixel discarded, under a program with these exports; the run is clean. */
function coloursOf(gfx: Gfx, exports: Partial<ProgramDescriptor['exports']>): number[] {
  const scenario = exportingScene(gfx, {
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

const unmasked = coloursOf('gfx9', {});

describe.each(DEPTH_EXPORTS)('an export to the depth target of %s', (depth) => {
  it.each(GENERATIONS)('masks exactly the excluded samples from colours on %s', (gfx) => {
    const words = coloursOf(gfx, { depth });
    expect(words).toEqual(coloursOf('gfx10.3', { depth }));
    const unchangedCount = words.filter((word, i) => word === unmasked[i]).length;
    if (depth === 'all' || depth.includes('mask')) expect(unchangedCount).toBeLessThan(words.length);
    else expect(unchangedCount).toBe(words.length);
  });
});

it("a dual-source blend gives the same result on every generation, different from one source's", () => {
  for (const conversion of ['ABGR32', 'FP16_ABGR', 'GR32', 'AR32'] as const) {
    const exports = { colours: 2, conversion, dualSource: true } as const;
    const [first, ...others] = GENERATIONS.map((gfx) => coloursOf(gfx, exports));
    for (const other of others) expect(other).toEqual(first);
    expect(first).not.toEqual(coloursOf('gfx11', { ...exports, dualSource: false }));
  }
});
