import { counted, numberText } from '../../base/text/index.js';
import type { GroupFix } from '../../harness/triage-findings/index.js';

/** The maximum length of a step. */
const MAX_STEP_LENGTH = 160;

/** Returns a group's state and the evidence for it, as lines for a ticket. */
export function fixLines(fix: GroupFix): readonly string[] {
  const { signature, state, repro, lastStep } = fix;
  return [
    `${state}: ${signature}: ${basisText(fix)}`,
    ...(lastStep === undefined ? [] : [`  was: ${truncate(lastStep)}`]),
    ...(repro === undefined ? [] : [`  ${repro}`]),
  ];
}

/** Returns the evidence for a group's state. */
export function basisText({ state, scenarios, runs, failed, armed, lost, why, other }: GroupFix): string {
  const tried = `${counted(runs, 'run')} of ${counted(scenarios, 'stored scenario')}`;
  const cannot = lost === 0 ? '' : `; ${counted(lost, 'other')} cannot run: ${why}`;
  switch (state) {
    case 'fixed':
      return `${tried} pass${armed === null ? '' : `, in which its rule judged ${numberText(armed)} times`}${cannot}`;
    case 'still failing':
      return `${numberText(failed)} of ${tried} fail${cannot}`;
    case 'fails differently':
      return `${numberText(failed)} of ${tried} fail, none by its rule; the first by ${other ?? 'another rule'}${cannot}`;
    case 'cannot run':
      return why ?? 'none of its scenarios was stored';
    default:
      return state satisfies never;
  }
}

/** Returns a text that says how many groups are fixed. */
export function fixesText(fixes: readonly GroupFix[]): string {
  const fixed = fixes.filter(({ state }) => state === 'fixed').length;
  return `${fixed} of ${counted(fixes.length, 'failure group')} fixed`;
}

function truncate(step: string): string {
  return step.length > MAX_STEP_LENGTH ? `${step.slice(0, MAX_STEP_LENGTH - 1)}…` : step;
}
