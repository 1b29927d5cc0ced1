import { isOfPath, type Scenario, type TransactionSink, type Violation } from '../../transactions/index.js';
import { runScenarioTest, type TestResult } from './run-test.js';
import { watchUnmapped } from './unmapped-access.js';
import { inconclusiveText, waveBudget } from './wave-budget.js';

/** A run of a program from outside, and why it may be no evidence about the program. */
export interface WorldRun extends Pick<TestResult, 'verdict' | 'finding'> {
  /** What does not follow from a gap of the model or of the world: all violations where there is no gap. */
  readonly violations: readonly Violation[];
  /** What the model or the scene lacks for this program, in one line. */
  readonly gap?: string;
  /** Nothing could move any more and waves were left. */
  readonly hung: boolean;
  /** What a run without an end was doing when its budget ended it, in one line. */
  readonly inconclusive?: string;
}

/** Where a run met what the model or the world lacks. */
interface Gap {
  readonly cycle: number;
  readonly reason: string;
}

/**
 * Runs a program from outside. A wave that reaches an operation that the model lacks, or an address without memory,
 * halts; the hang and the wrong memory after that are not findings about the program.
 */
export function runInWorld(scenario: Scenario, sink?: TransactionSink): WorldRun {
  let unsupported: Gap | undefined;
  let hung = false;
  const unmapped = watchUnmapped(scenario);
  const { run, verdict, finding } = runScenarioTest(scenario, {
    waveInstructions: waveBudget(scenario),
    sink: (t) => {
      sink?.(t);
      unmapped.sink(t);
      if (t.kind === 'quiesced') hung = t.waiting.length > 0;
      if (t.kind !== 'wave-ended' || !t.reason.startsWith('unsupported')) return;
      unsupported ??= { cycle: t.cycle, reason: `${t.reason}, pc 0x${t.pc.toString(16)}` };
    },
  });
  const result = {
    verdict,
    finding,
    hung,
    ...(verdict.inconclusive ? { inconclusive: inconclusiveText(run.longestLoop) } : {}),
  };
  const gap = earlier(unsupported, unmapped.first());
  const { violations } = verdict;
  if (gap === undefined) return { ...result, violations };
  const own = violations.filter((violation) => violation.cycle < gap.cycle || isOfPath(violation));
  return { ...result, violations: own, gap: gap.reason };
}

/** What a run lacks first: what comes after may follow from it. */
function earlier(one: Gap | undefined, other: Gap | undefined): Gap | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.cycle <= other.cycle ? one : other;
}
