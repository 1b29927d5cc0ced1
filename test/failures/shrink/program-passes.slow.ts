import { shrinkScenario } from '../../../failures/shrink/shrink.js';
import { drawTest } from '../../support/drawn-test.js';

test('a failure in a generated program shrinks to a plain section if nothing more is needed', async () => {
  const scenario = drawTest('generated', '0x2', { chips: ['navi21'], faults: ['F46'] });
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
