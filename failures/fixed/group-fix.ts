import { findRule } from '../../checkers/index.js';
import type { GroupFix } from '../../harness/triage-findings/index.js';
import type { FailureGroup } from '../groups/failure-groups.js';
import type { CaseOutcome, TriedCase } from './try-case.js';

export type { GroupFix };

/** What is known about a group besides the runs of its scenarios. */
interface Known {
  readonly lastStep?: string | undefined;
  readonly repro?: string | undefined;
}

/** A group's state after all its scenarios ran: one failure by the same rule outweighs any passes. */
export function groupFix(
  { signature, rule }: Pick<FailureGroup, 'signature' | 'rule'>,
  outcomes: readonly CaseOutcome[],
  { lastStep, repro }: Known,
): GroupFix {
  const ran = outcomes.filter((outcome): outcome is TriedCase => 'runs' in outcome);
  const reasons = outcomes.flatMap((outcome) => ('why' in outcome ? [outcome.why] : []));
  const sum = (of: (each: TriedCase) => number): number => ran.reduce((total, each) => total + of(each), 0);
  const [same, different] = [sum((each) => each.same), sum((each) => each.different)];
  const armed = ran.some((each) => each.armed !== null) ? sum((each) => each.armed ?? 0) : null;
  const other = ran.find((each) => each.other !== undefined)?.other;
  const idle = armed === 0 && findRule(rule)?.judgesHangsOnly !== true;
  const why =
    outcomes.length === 0
      ? 'the run stored no scenario of it'
      : (reasons[0] ?? (idle ? IDLE(rule) : undefined));
  const state =
    same > 0
      ? 'still failing'
      : different > 0
        ? 'fails differently'
        : ran.length === 0 || idle
          ? 'cannot run'
          : 'fixed';
  return {
    signature,
    state,
    scenarios: ran.length,
    runs: sum((each) => each.runs),
    failed: same + different,
    armed,
    lost: reasons.length,
    ...(why === undefined ? {} : { why }),
    ...(state === 'fixed' && lastStep !== undefined ? { lastStep } : {}),
    ...(state === 'fails differently' && other !== undefined ? { other } : {}),
    ...(same + different > 0 && repro !== undefined ? { repro } : {}),
  };
}

const IDLE = (rule: string): string =>
  `its scenarios no longer give ${rule} anything to judge, so a pass proves nothing`;
