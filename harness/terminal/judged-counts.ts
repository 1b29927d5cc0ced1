import { EXIT, type ExitCode } from './command-module.js';

/** What a command judged: tests, programs, traces or cases. */
export interface JudgedCounts {
  /** How many were judged and have no failure that counts. */
  readonly passed: number;
  readonly failed: number;
  /** How many were not judged: not run, lost, unreadable, or not supported. */
  readonly unjudged?: number;
}

/** Returns the verdict on counts. Only what was judged passes, and nothing judged is no pass. */
export function decideVerdict({ passed, failed, unjudged = 0 }: JudgedCounts): 'pass' | 'fail' | 'partial' {
  if (failed > 0) return 'fail';
  return passed > 0 && unjudged === 0 ? 'pass' : 'partial';
}

/**
 * Returns the exit code for counts. `partial` says who is at fault for what was not judged: the input, the machine, or the
 * runs, which reached nothing to judge.
 */
export function getVerdictExitCode(
  counts: JudgedCounts,
  partial: typeof EXIT.USAGE | typeof EXIT.INFRASTRUCTURE | typeof EXIT.GATE,
): ExitCode {
  const verdict = decideVerdict(counts);
  if (verdict === 'partial') return partial;
  return verdict === 'pass' ? EXIT.OK : EXIT.FAILED;
}
