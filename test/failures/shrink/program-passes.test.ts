import { shrinkScenario } from '../../../failures/shrink/shrink.js';
import { generateTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../../harness/selection/selection.js';

test('a failure in a generated program shrinks to a plain section if nothing more is needed', async () => {
  const overrides = { ...NO_OVERRIDES, chips: ['navi21' as const], faults: ['F46' as const] };
  const sequence = findSequence('generated');
  const scenario = generateTest({ sequence, seed: '0x2', overrides, corpus: openCorpus() });
  const { scenario: shrunk } = (await shrinkScenario(scenario, { budgetMs: Infinity }))!;
  expect(shrunk.programs).toHaveLength(1);
  const { section, before, after, parts } = shrunk.programs[0]!.descriptor!;
  expect([section.shape, section.steps.length, before, after, parts]).toEqual([
    'plain',
    1,
    [],
    [],
    undefined,
  ]);
});
