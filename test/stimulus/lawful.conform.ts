import { runScenarioTest } from '../../harness/one-test/index.js';
import { LAWFUL_SEQUENCES } from '../../stimulus/index.js';
import type { Transaction } from '../../transactions/index.js';
import { drawTest } from '../support/drawn-test.js';

const TESTS = 10;

/** Runs tests of a lawful device until a transaction matches. Returns the errors found, and how many matched. */
function runDevice(name: string, matches: (t: Transaction) => boolean = () => false, tests = TESTS) {
  let matched = 0;
  const errors: string[] = [];
  for (let i = 0; i < tests && matched === 0; i++) {
    const seed = `0x${(0x1a0 + i).toString(16)}`;
    const scenario = drawTest(name, seed);
    const { verdict } = runScenarioTest(scenario, {
      sink: (t) => {
        if (matches(t)) matched++;
      },
    });
    for (const { rule, severity } of verdict.violations)
      if (severity === 'error') errors.push(`${rule} ${seed}`);
  }
  return { errors, matched };
}

describe('lawful devices', () => {
  it.each(LAWFUL_SEQUENCES.map(({ name }) => name))('%s is accused of nothing', (name) => {
    expect(runDevice(name).errors).toEqual([]);
  });

  it('grant several parameter exports in one cycle if they take many writers', () => {
    const cycles = new Map<number, number>();
    const isSecond = (t: Transaction): boolean => {
      if (t.kind !== 'export-granted' || t.type === 'colour' || t.type === 'position') return false;
      const isRepeated = cycles.get(t.index) === t.cycle;
      cycles.set(t.index, t.cycle);
      return isRepeated;
    };
    // Few sequences export parameters.
    const { matched } = runDevice('lawful_many_writers', isSecond, 6 * TESTS);
    expect(matched).toBeGreaterThan(0);
  });

  it('complete stores of whole lines in L0 if they keep them', () => {
    const stores = new Set<number>();
    const { matched } = runDevice('lawful_whole_lines_stay', (t) => {
      if (t.kind === 'memory-issued' && t.operation === 'store') stores.add(t.access);
      return t.kind === 'memory-performed' && t.level === 'L0' && stores.has(t.access);
    });
    expect(matched).toBeGreaterThan(0);
  });
});
