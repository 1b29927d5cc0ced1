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
  const stream: Transaction[] = [];
  runScenario(scenario, (t) => stream.push(deepCopy(t)));
  const judge = (afterCall: (t: Transaction) => void) => {
    const scoreboards = createScoreboards(scenario);
    const collector = createCollector('');
    collector.begin(scenario, name, 0);
    for (const t of deepCopy(stream)) {
      for (const { observe } of [scoreboards, collector]) observe(t);
      afterCall(t);
    }
    return { verdict: scoreboards.finish(), hits: Array.from(collector.hits()) };
  };
  expect(judge(poison)).toEqual(judge(() => undefined));
});
