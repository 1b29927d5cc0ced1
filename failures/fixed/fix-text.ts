import { formatNumber, formatQuantity } from '../../base/text/index.js';
import type { GroupFix } from '../../harness/triage-findings/index.js';

/** The maximum length of a step, in characters. */
const MAX_STEP_LENGTH = 160;

/** Returns a group's state and the evidence for it, as lines for a ticket. */
export function formatFix(fix: GroupFix): readonly string[] {
  const { signature, state, repro, lastStep } = fix;
  return [
    `${state}: ${signature}: ${describeEvidence(fix)}`,
    ...(lastStep === undefined ? [] : [`  was: ${truncate(lastStep)}`]),
    ...(repro === undefined ? [] : [`  ${repro}`]),
  ];
}

/** Describes the runs that determined a group's state. */
export function describeEvidence({
  state,
  scenarios,
  runs,
  failed,
  armed,
  lost,
  why,
  other,
}: GroupFix): string {
  const tried = `${formatQuantity(runs, 'run')} of ${formatQuantity(scenarios, 'stored scenario')}`;
  const cannot = lost === 0 ? '' : `; ${formatNumber(lost)} more cannot be run: ${why}`;
  switch (state) {
    case 'fixed':
      return `${tried} pass${armed === null ? '' : `, with its rule checked ${formatNumber(armed)} times`}${cannot}`;
    case 'still failing':
      return `${formatNumber(failed)} of ${tried} fail${cannot}`;
    case 'fails differently':
      return `${formatNumber(failed)} of ${tried} fail, but none by violating the group's rule; the first fails with ${other ?? 'another rule'}${cannot}`;
    case 'cannot run':
      return why ?? 'none of its scenarios were stored';
    default:
      return state satisfies never;
  }
}

/** Formats the number of fixed groups. */
export function formatFixCount(fixes: readonly GroupFix[]): string {
  const fixed = fixes.filter(({ state }) => state === 'fixed').length;
  return `${fixed} of ${formatQuantity(fixes.length, 'failure group')} fixed`;
}

function truncate(step: string): string {
  return step.length > MAX_STEP_LENGTH ? `${step.slice(0, MAX_STEP_LENGTH - 1)}…` : step;
}
