import type { SimilarFault } from '../../harness/triage-findings/index.js';
import { findFault } from '../../transactions/index.js';
import type { GroupRule } from '../groups/group-rules.js';
import { getErrorRule, mayBeSameBug } from '../groups/one-bug-rules.js';
import { isProjectRule } from './print.js';

/** A group's rules, and the faults that the group resembles. */
interface ComparedGroup {
  readonly rule: string;
  readonly unit: string;
  readonly rules: readonly GroupRule[];
  /** Absent if the group was not compared, for example because no rule fired. */
  readonly likeness?: readonly SimilarFault[];
}

/** The maximum number of rules to list at the start of a line. */
const MAX_RULES = 3;

/**
 * Returns a line such as `RACE-01, PROTO-05: looks like F132 (done is on an export before the last one)`, followed by
 * one with the runners-up, if any. Returns no lines if no fault is similar enough.
 */
export function formatSimilarFaults({ rule, unit, rules, likeness: similar = [] }: ComparedGroup): string[] {
  const [first, ...others] = similar.map(({ fault }) => `${fault} (${findFault(fault)!.title})`);
  if (first === undefined) return [];
  const sameBugRules = rules.filter(
    ({ error }) => isProjectRule(error) && mayBeSameBug(error, `${rule} ${unit}`),
  );
  const ruleNames = [...new Set([rule, ...sameBugRules.map(({ error }) => getErrorRule(error))])].slice(
    0,
    MAX_RULES,
  );
  return [
    `${ruleNames.join(', ')}: looks like ${first}`,
    ...(others.length === 0 ? [] : [`or possibly ${others.join('; or ')}`]),
  ];
}

/** Like `formatSimilarFaults`, but for reports, which also say when no fault is similar enough. */
export function formatSimilarFaultReport(group: ComparedGroup): string[] {
  const lines = formatSimilarFaults(group);
  if (group.likeness === undefined || lines.length > 0) return lines;
  return ['does not resemble any fault in the library'];
}
