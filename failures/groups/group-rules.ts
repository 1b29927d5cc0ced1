import { isExplainedBy } from '../../harness/records/index.js';
import type { Bucket } from '../../harness/run-directory/index.js';
import { isUserDefinedId } from '../../transactions/index.js';
import {
  findRuleId,
  getCauseKind,
  getErrorRule,
  isConsequence,
  isError,
  mayBeSameBug,
} from './one-bug-rules.js';

/** A rule that fired in a group's failures. */
export interface GroupRule {
  /** The rule and unit, such as `RACE-01 program`. */
  readonly error: string;
  readonly tests: number;
  /**
   * Whether the rule may indicate another bug, because the rule the group is named after does not explain it. True for
   * a user-defined rule if it fired first in at least one failure.
   */
  readonly independent: boolean;
}

/**
 * Returns the rules that fired in the failures of the given buckets, other than the one the group is named after:
 * independent ones first, then by number of tests.
 */
export function listGroupRules(buckets: readonly Bucket[], name: string): readonly GroupRule[] {
  const tests = new Map<string, number>();
  const firstErrors = new Set<string>();
  for (const { causes } of buckets)
    for (const [fired, count] of causes) {
      const errors = fired.split(', ').filter(isError);
      if (errors[0] !== undefined) firstErrors.add(errors[0]);
      for (const error of errors) tests.set(error, (tests.get(error) ?? 0) + count);
    }
  const others = [...tests.keys()].filter((error) => getErrorRule(error) !== getErrorRule(name));
  return others
    .map((error) => ({
      error,
      tests: tests.get(error)!,
      independent: isUserRule(error) ? firstErrors.has(error) : isIndependent(error, name),
    }))
    .sort(
      (a, b) =>
        Number(b.independent) - Number(a.independent) || b.tests - a.tests || (a.error < b.error ? -1 : 1),
    );
}

/**
 * Returns whether an error comes from a user-defined rule. What causes such an error is unknown, but if it never fires
 * first, it does not indicate a separate bug.
 */
function isUserRule(error: string): boolean {
  return isUserDefinedId(getErrorRule(error));
}

/** Returns whether a rule is not a consequence of the one a group is named after. */
function isIndependent(error: string, name: string): boolean {
  if (!mayBeSameBug(error, name)) return true;
  if (getCauseKind(error) === getCauseKind(name) || mayFollow(error, name)) return false;
  // A rule that almost any ordering bug triggers counts as independent only if the group's own rule is another such
  // rule, or may follow from this one.
  return !isConsequence(error) || isConsequence(name) || mayFollow(name, error);
}

/** Returns whether an error may be a consequence of another, based on the classes of their rules. */
export function mayFollow(error: string, cause: string): boolean {
  const [rule, earlier] = [findRuleId(getErrorRule(error)), findRuleId(getErrorRule(cause))];
  return rule !== undefined && earlier !== undefined && isExplainedBy(rule, [earlier]);
}

/** The maximum number of consequences to list. */
const MAX_CONSEQUENCES = 6;

/** Returns a line for each independent or user-defined rule with its number of tests, and one for all consequences. */
export function formatGroupRules(rules: readonly GroupRule[], count: number): readonly string[] {
  const others = rules.filter(({ error, independent }) => !independent && !isUserRule(error));
  const moreSuffix = others.length > MAX_CONSEQUENCES ? `, and ${others.length - MAX_CONSEQUENCES} more` : '';
  const listed = others.slice(0, MAX_CONSEQUENCES).map(({ error, tests }) => `${error} ${tests}`);
  return [
    ...rules
      .filter(({ independent }) => independent)
      .map(({ error, tests }) => `also ${error} in ${tests} of ${count} tests, possibly another bug`),
    ...rules
      .filter(({ error, independent }) => isUserRule(error) && !independent)
      .map(({ error, tests }) => `also ${error} in ${tests} of ${count} tests, never first`),
    ...(others.length === 0 ? [] : [`consequences (number of tests): ${listed.join(', ')}${moreSuffix}`]),
  ];
}
