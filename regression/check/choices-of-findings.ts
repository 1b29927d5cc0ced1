import type { Corpus } from '../../stimulus/index.js';
import { isOfPath } from '../../transactions/index.js';
import { type ChoicesOfRules, choicesThatMatter } from '../one-test/unknown-choices.js';
import { type CheckPlan, runsOf } from './check-runs.js';
import type { CheckSubject } from './check-subjects.js';
import type { CheckViolation } from './check-violation.js';

/** Adds to each error what it depends on among the unknowns of the hardware, from its own scene. */
export function withChoices(
  found: readonly CheckViolation[],
  subject: CheckSubject,
  plan: CheckPlan,
  corpus: Corpus,
): readonly CheckViolation[] {
  const byScene = new Map<string, ChoicesOfRules>();
  return found.map((each) => {
    const { violation, variant, scene } = each;
    // Whatever the hardware does, it changes nothing about the code.
    if (violation.severity !== 'error' || isOfPath(violation)) return each;
    const key = `${variant} ${scene}`;
    const choices = byScene.get(key) ?? choicesIn(variant, scene);
    byScene.set(key, choices);
    return { ...each, dependsOn: choices.get(violation.rule) ?? [] };
  });

  function choicesIn(variant: number, scene: number): ChoicesOfRules {
    const [run] = runsOf(subject, { ...plan, only: { variant, scene } }, corpus);
    return run === undefined ? new Map() : choicesThatMatter(run.scenario);
  }
}
