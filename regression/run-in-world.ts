import { isOfPath, type Scenario, type TransactionSink, type Violation } from '../transactions/index.js';
import { runScenarioTest, type TestResult } from './run-test.js';
import { watchUnmapped } from './unmapped-access.js';

/** A run of a program from outside, and why it may say nothing about the program. */
export interface WorldRun extends Pick<TestResult, 'verdict' | 'finding'> {
  /** What does not follow from a gap of the model or of the world: all violations where there is no gap. */
  readonly violations: readonly Violation[];
  /** What the model or the world lacks for this program, in one line. */
  readonly gap?: string;
}

/** Where a run met what the model or the world lacks. */
interface Gap {
  readonly cycle: number;
  readonly reason: string;
}

/**
 * Runs a program from outside. A wave that comes to an operation which the model lacks, or to an address where the world has
 * no memory, halts; the hang and the wrong memory after that are no findings about the program.
 */
export function runInWorld(scenario: Scenario, sink?: TransactionSink): WorldRun {
  let unsupported: Gap | undefined;
  const unmapped = watchUnmapped(scenario);
  const { verdict, finding } = runScenarioTest(scenario, {
    sink: (t) => {
      sink?.(t);
      unmapped.sink(t);
      if (t.kind !== 'wave-ended' || !t.reason.startsWith('unsupported')) return;
      unsupported ??= { cycle: t.cycle, reason: `${t.reason}, pc 0x${t.pc.toString(16)}` };
    },
  });
  const gap = earlier(unsupported, unmapped.first());
  const { violations } = verdict;
  if (gap === undefined) return { verdict, finding, violations };
  const own = violations.filter((violation) => violation.cycle < gap.cycle || isOfPath(violation));
  return { verdict, finding, violations: own, gap: gap.reason };
}

/** What a run lacks first: what comes after may follow from it. */
function earlier(one: Gap | undefined, other: Gap | undefined): Gap | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.cycle <= other.cycle ? one : other;
}
