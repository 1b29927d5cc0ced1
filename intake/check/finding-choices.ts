import { type ChoicesByRule, findRelevantChoices } from '../../harness/one-test/index.js';
import type { Corpus } from '../../stimulus/index.js';
import { isStaticFinding } from '../../transactions/index.js';
import type { ProgramVerdict } from './check-program.js';
import { type CheckPlan, planRuns } from './check-runs.js';
import type { CheckSubject } from './check-subjects.js';
import { type CheckViolation, MAX_SHOWN_VIOLATIONS } from './check-violation.js';

/** Instruction budget per scene, so that explaining a failure takes only seconds. */
const MAX_INSTRUCTIONS = 1_500_000;

/**
 * Annotates each error of a failed program with the hardware unknowns it depends on in its scene. Skips errors that
 * `check` does not show, because each search takes longer than the check itself.
 */
export function addChoices(
  verdict: ProgramVerdict,
  subject: CheckSubject,
  plan: CheckPlan,
  corpus: Corpus,
): ProgramVerdict {
  // A program with expectations is a test: it fails because of a mismatch, not because of a finding.
  if (verdict.verdict !== 'fail' || subject.expectation !== undefined) return verdict;
  const byScene = new Map<string, ChoicesByRule>();
  return { ...verdict, violations: verdict.violations.map(addDependencies) };

  function addDependencies(found: CheckViolation, index: number): CheckViolation {
    const { violation, variant, scene } = found;
    // A finding about the code does not depend on hardware choices.
    if (index >= MAX_SHOWN_VIOLATIONS || violation.severity !== 'error' || isStaticFinding(violation))
      return found;
    const key = `${variant} ${scene}`;
    const choices = byScene.get(key) ?? findChoices(variant, scene);
    byScene.set(key, choices);
    return { ...found, dependsOn: choices.get(violation.rule) ?? [] };
  }

  function findChoices(variant: number, scene: number): ChoicesByRule {
    const [run] = planRuns(subject, { ...plan, only: { variant, scene } }, corpus);
    return run === undefined
      ? new Map()
      : findRelevantChoices(run.scenario, { instructions: MAX_INSTRUCTIONS });
  }
}
