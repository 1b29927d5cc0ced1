import type { CoverageData, CoverageModel, Covergroup } from '../../../coverage/index.js';
import { bin, compileModel, covergroup, createCollector, illegalBin } from '../../../coverage/index.js';
import type { Transaction } from '../../../transactions/index.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';

/** A covergroup that samples each primitive index modulo 4. */
export const tinyGroup: Covergroup<'value'> = covergroup({
  name: 'tiny',
  version: 1,
  text: 'Primitives modulo 4.',
  statements: ['S-002'],
  points: {
    value: {
      text: 'Primitive modulo 4.',
      bins: [
        bin('0', [0]),
        bin('1', [1], { atLeast: 3 }),
        bin('2', [2]),
        illegalBin('3', [3], 'never three'),
      ],
    },
  },
  crosses: [],
  monitor: ({ sampler }) => ({
    primitive({ primitive }) {
      sampler.values[sampler.point.value] = primitive % 4;
      sampler.sample();
    },
  }),
});

export const tinyModel: CoverageModel = compileModel([tinyGroup]);

/** A test with its index in the run, the primitives it draws, and whether it passed. */
export interface TinyTest {
  readonly index: number;
  readonly primitives: readonly number[];
  readonly passed: boolean;
}

/** Collects the coverage of the given tests of a run, in order. */
export function cover(run: string, tests: readonly TinyTest[], model = tinyModel): CoverageData {
  const collector = createCollector(run, model);
  for (const test of tests) {
    collector.begin(createSmallScenario(), `t#${test.index}`, test.index);
    for (const primitive of test.primitives) {
      const transaction: Transaction = { kind: 'primitive', cycle: 0, draw: 0, primitive };
      collector.observe(transaction);
    }
    collector.end(test.passed);
  }
  return collector.snapshot();
}
