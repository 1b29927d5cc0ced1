import {
  isStaticFinding,
  type Scenario,
  type TransactionSink,
  type Violation,
} from '../../transactions/index.js';
import { runScenarioTest, type TestResult } from './run-test.js';
import { watchUnmapped } from './unmapped-access.js';
import { computeWaveBudget, describeInconclusive } from './wave-budget.js';

/** The result of running an external program, including anything that makes it inconclusive. */
export interface ExternalRun extends Pick<TestResult, 'verdict' | 'finding'> {
  /** The violations that cannot have been caused by a gap in the model or scene; all violations if there is no gap. */
  readonly violations: readonly Violation[];
  /** What this program needs that the model or scene does not support, on one line. */
  readonly gap?: string;
  /** Whether waves remained but nothing could make progress. */
  readonly hung: boolean;
  /** What an unfinished run was doing when its budget ran out, on one line. */
  readonly inconclusive?: string;
}

/** The first point at which a run needed something that the model or scene does not support. */
interface Gap {
  readonly cycle: number;
  readonly reason: string;
}

/**
 * Runs an external program. Waves halt at unmodelled operations and unmapped addresses. The program is not blamed for
 * the resulting hangs or incorrect memory contents.
 */
export function runExternalProgram(scenario: Scenario, sink?: TransactionSink): ExternalRun {
  let unsupportedGap: Gap | undefined;
  let hung = false;
  const unmapped = watchUnmapped(scenario);
  const { run, verdict, finding } = runScenarioTest(scenario, {
    waveInstructions: computeWaveBudget(scenario),
    sink: (t) => {
      sink?.(t);
      switch (t.kind) {
        case 'wave-formed':
          unmapped.sink(t);
          break;
        case 'wave-ended':
          unmapped.sink(t);
          if (t.reason.startsWith('unsupported'))
            unsupportedGap ??= { cycle: t.cycle, reason: `${t.reason}, pc 0x${t.pc.toString(16)}` };
          break;
        case 'quiesced':
          hung = t.waiting.length > 0;
          break;
      }
    },
  });
  const result = {
    verdict,
    finding,
    hung,
    ...(verdict.inconclusive ? { inconclusive: describeInconclusive(run.longestLoop) } : {}),
  };
  const gap = pickEarlierGap(unsupportedGap, unmapped.first());
  const { violations } = verdict;
  if (gap === undefined) return { ...result, violations };
  const evidence = violations.filter(
    (violation) => violation.cycle < gap.cycle || isStaticFinding(violation),
  );
  return { ...result, violations: evidence, gap: gap.reason };
}

/** Returns the earlier gap, if any, since the later one may be a consequence of it. */
function pickEarlierGap(a: Gap | undefined, b: Gap | undefined): Gap | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.cycle <= b.cycle ? a : b;
}
