import type { LikeFault } from '../../harness/triage-findings/index.js';
import { findFault } from '../../transactions/index.js';
import { mayBeOneBug, ruleOf } from '../groups/one-bug-rules.js';
import type { RuleOfGroup } from '../groups/rules-of-group.js';
import { isProjectRule } from './print.js';

/** A group's rules and the faults that it resembles. */
interface LikenedGroup {
  readonly rule: string;
  readonly unit: string;
  readonly rules: readonly RuleOfGroup[];
  /** Absent if the group was not compared, for example because no rule fired. */
  readonly likeness?: readonly LikeFault[];
}

/** The maximum number of rules at the start of a line. */
const RULES_NAMED = 3;

/**
 * Returns a line such as `RACE-01, PROTO-05: looks like F132, done is on an export before the last one`, then the runners-up,
 * or no lines if no fault is similar enough.
 */
export function likenessLines({ rule, unit, rules, likeness = [] }: LikenedGroup): string[] {
  const [first, ...others] = likeness.map(({ fault }) => `${fault}, ${findFault(fault)!.title}`);
  if (first === undefined) return [];
  const sameBugRules = rules.filter(
    ({ error }) => isProjectRule(error) && mayBeOneBug(error, `${rule} ${unit}`),
  );
  const named = [...new Set([rule, ...sameBugRules.map(({ error }) => ruleOf(error))])].slice(0, RULES_NAMED);
  return [
    `${named.join(', ')}: looks like ${first}`,
    ...(others.length === 0 ? [] : [`or like ${others.join('; or ')}`]),
  ];
}

/** Like `likenessLines`, but for reports, which also say when no fault is similar enough. */
export function reportedLikeness(group: LikenedGroup): string[] {
  const lines = likenessLines(group);
  if (group.likeness === undefined || lines.length > 0) return lines;
  return ['like no fault in the library'];
}
