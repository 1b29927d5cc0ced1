import { type ChoicesOfRules, choicesThatMatter } from '../../harness/one-test/index.js';
import type { Corpus } from '../../stimulus/index.js';
import { isOfPath } from '../../transactions/index.js';
import type { ProgramVerdict } from './check-program.js';
import { type CheckPlan, runsOf } from './check-runs.js';
import type { CheckSubject } from './check-subjects.js';
import { type CheckViolation, SHOWN_MAX } from './check-violation.js';

/** Instruction budget for one scene, so that a failure is explained in seconds. */
const INSTRUCTIONS_MAX = 1_500_000;

/**
 * A failure with the hardware unknowns that each error shown by `check` depends on, judged in the scene of the error: each
 * search takes longer than the verdict.
 */
export function withChoices(
  verdict: ProgramVerdict,
  subject: CheckSubject,
  plan: CheckPlan,
  corpus: Corpus,
): ProgramVerdict {
  // A program with expectations is a test; its failure is a mismatch, not a finding.
  if (verdict.verdict !== 'fail' || subject.expectation !== undefined) return verdict;
  const byScene = new Map<string, ChoicesOfRules>();
  return { ...verdict, violations: verdict.violations.map(withDependences) };

  function withDependences(each: CheckViolation, at: number): CheckViolation {
    const { violation, variant, scene } = each;
    // No hardware choice affects a finding about the code.
    if (at >= SHOWN_MAX || violation.severity !== 'error' || isOfPath(violation)) return each;
    const key = `${variant} ${scene}`;
    const choices = byScene.get(key) ?? choicesIn(variant, scene);
    byScene.set(key, choices);
    return { ...each, dependsOn: choices.get(violation.rule) ?? [] };
  }

  function choicesIn(variant: number, scene: number): ChoicesOfRules {
    const [run] = runsOf(subject, { ...plan, only: { variant, scene } }, corpus);
    return run === undefined
      ? new Map()
      : choicesThatMatter(run.scenario, { instructions: INSTRUCTIONS_MAX });
  }
}
