import { createScoreboards } from '../../checkers/index.js';
import { createCollector } from '../../coverage/index.js';
import { runScenario } from '../../rtl-model/index.js';
import { SEQUENCES } from '../../stimulus/index.js';
import type { Transaction } from '../../transactions/index.js';
import { deepCopy } from '../support/deep-copy.js';
import { drawScenario } from '../support/drawn-scenario.js';

/** Overwrites every array of a transaction, as the model does when it reuses them, with what no run contains. */
function poison(value: unknown): void {
  if (ArrayBuffer.isView(value)) (value as Int32Array).fill(0x7fbadbad);
  else if (typeof value === 'object' && value !== null) Object.values(value).forEach(poison);
}

it.each(SEQUENCES)('$name: no reader keeps the arrays of a transaction after its call', ({ name }) => {
  const scenario = drawScenario(name, '0x80');
  const createJudge = () => {
    const scoreboards = createScoreboards(scenario);
    const collector = createCollector('');
    collector.begin(scenario, name, 0);
    const observe = (t: Transaction): void => {
      for (const reader of [scoreboards, collector]) reader.observe(t);
    };
    return { observe, finish: () => [scoreboards.finish(), Array.from(collector.hits())] };
  };
  const [whole, poisoned] = [createJudge(), createJudge()];
  runScenario(scenario, (t) => {
    const lent = deepCopy(t);
    whole.observe(t);
    poisoned.observe(lent);
    poison(lent);
  });
  expect(poisoned.finish()).toEqual(whole.finish());
});
