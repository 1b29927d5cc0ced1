import { findRule } from '../../checkers/index.js';
import type { GroupFix } from '../../harness/triage-findings/index.js';
import type { FailureGroup } from '../groups/failure-groups.js';
import type { CaseOutcome, CaseRuns } from './try-case.js';

export type { GroupFix };

/** Facts about a group other than the runs of its scenarios. */
interface GroupFacts {
  readonly lastStep?: string | undefined;
  readonly repro?: string | undefined;
}

/**
 * Returns a group's state after all its scenarios have run. A single failure of the same rule outweighs any number of
 * passes.
 */
export function computeGroupFix(
  { signature, rule }: Pick<FailureGroup, 'signature' | 'rule'>,
  outcomes: readonly CaseOutcome[],
  { lastStep, repro }: GroupFacts,
): GroupFix {
  const triedCases = outcomes.filter((outcome): outcome is CaseRuns => 'runs' in outcome);
  const reasons = outcomes.flatMap((outcome) => ('why' in outcome ? [outcome.why] : []));
  const sum = (count: (tried: CaseRuns) => number): number =>
    triedCases.reduce((total, tried) => total + count(tried), 0);
  const [same, different] = [sum((tried) => tried.same), sum((tried) => tried.different)];
  const armed = triedCases.some((tried) => tried.armed !== null) ? sum((tried) => tried.armed ?? 0) : null;
  const other = triedCases.find((tried) => tried.other !== undefined)?.other;
  const ruleNeverArmed = armed === 0 && findRule(rule)?.onlyChecksHangs !== true;
  const why =
    outcomes.length === 0
      ? 'the run stored none of its scenarios'
      : (reasons[0] ?? (ruleNeverArmed ? formatNeverArmedReason(rule) : undefined));
  const state =
    same > 0
      ? 'still failing'
      : different > 0
        ? 'fails differently'
        : triedCases.length === 0 || ruleNeverArmed
          ? 'cannot run'
          : 'fixed';
  return {
    signature,
    state,
    scenarios: triedCases.length,
    runs: sum((tried) => tried.runs),
    failed: same + different,
    armed,
    lost: reasons.length,
    ...(why === undefined ? {} : { why }),
    ...(state === 'fixed' && lastStep !== undefined ? { lastStep } : {}),
    ...(state === 'fails differently' && other !== undefined ? { other } : {}),
    ...(same + different > 0 && repro !== undefined ? { repro } : {}),
  };
}

const formatNeverArmedReason = (rule: string): string =>
  `its scenarios no longer give ${rule} anything to check, so a pass proves nothing`;
