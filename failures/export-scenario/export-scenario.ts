import { runScenarioTest } from '../../harness/one-test/index.js';
import type { Scenario } from '../../transactions/index.js';
import { serialiseKnobValues, UsageError } from '../../transactions/index.js';
import type { ReplaySource } from '../stored/replay-source.js';
import { type SequentialAccess, SequentialAccesses } from './sequential-accesses.js';

/** A scenario for another testbench, with its expected result. */
export interface ExportedScenario {
  readonly version: 1;
  readonly name: string;
  /** The command that runs the scenario on the model. */
  readonly repro: string;
  readonly scenario: unknown;
  readonly expected: {
    /** Whether the result is unique: every draw orders its invocations, so only one final memory state is correct. */
    readonly isOnly: boolean;
    /** The final words of each memory object whose `compare` is not `ignore`. */
    readonly memory: readonly { readonly object: string; readonly words: readonly number[] }[];
    /** The accesses to ordered memory, in sequential execution order. */
    readonly accesses: readonly SequentialAccess[];
  };
}

/**
 * Exports a test for another testbench: the scenario, with the final memory and the ordered accesses of a passing model
 * run. Throws `UsageError` for a test that contains a deliberate error or fails on the model.
 */
export function exportScenario({
  scenario,
  repro,
}: Pick<ReplaySource, 'scenario' | 'repro'>): ExportedScenario {
  const { name, expects, faults } = scenario;
  const [deliberateError] = [...expects, ...faults];
  if (deliberateError !== undefined)
    throw new UsageError(
      `Cannot export ${name}: it contains a deliberate error (${deliberateError}), so it has no expected result`,
    );
  const accesses = new SequentialAccesses(scenario);
  const memory: ExportedScenario['expected']['memory'][number][] = [];
  const comparedNames = new Set(
    scenario.memory.filter(({ compare }) => compare.kind !== 'ignore').map(({ name }) => name),
  );
  const { finding } = runScenarioTest(scenario, {
    sink: (transaction) => {
      accesses.observe(transaction);
      if (transaction.kind !== 'memory-dumped' || !comparedNames.has(transaction.object)) return;
      memory.push({ object: transaction.object, words: Array.from(transaction.words) });
    },
  });
  if (finding !== undefined)
    throw new UsageError(
      `Cannot export ${name}: it does not pass on the model (${finding.signature}), so it has no expected result`,
    );
  return {
    version: 1,
    name,
    repro,
    scenario: { ...scenario, freedoms: serialiseKnobValues(scenario.freedoms) },
    expected: { isOnly: isOrdered(scenario), memory, accesses: accesses.listInOrder() },
  };
}

function isOrdered({ draws }: Scenario): boolean {
  return draws.every(
    ({ interlock, order }) =>
      order !== 'relaxed' && !interlock.endsWith('-unordered') && interlock !== 'none',
  );
}
