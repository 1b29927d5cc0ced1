import { isExplainedBy } from '../../harness/records/index.js';
import type { Bucket } from '../../harness/run-directory/index.js';
import { isOwnId } from '../../transactions/index.js';
import { isConsequence, isError, kindOfCause, mayBeOneBug, ruleNamed, ruleOf } from './one-bug-rules.js';

/** A rule that fired in failures of a group. */
export interface RuleOfGroup {
  /** Rule and unit, such as `RACE-01 program`. */
  readonly error: string;
  readonly tests: number;
  /** Whether nothing else that fired in the group explains it: it may be another bug. */
  readonly independent: boolean;
}

/** The rules that fired in failures of these buckets besides the one that names their group: independent ones first, then those of most tests. */
export function rulesOfGroup(buckets: readonly Bucket[], name: string): readonly RuleOfGroup[] {
  const tests = new Map<string, number>();
  const first = new Set<string>();
  for (const { causes } of buckets)
    for (const [fired, count] of causes) {
      const errors = fired.split(', ').filter(isError);
      if (errors[0] !== undefined) first.add(errors[0]);
      for (const error of errors) tests.set(error, (tests.get(error) ?? 0) + count);
    }
  const others = [...tests.keys()].filter((error) => ruleOf(error) !== ruleOf(name));
  return others
    .map((error) => ({
      error,
      tests: tests.get(error)!,
      independent: isOwn(error) ? first.has(error) : isIndependent(error, name),
    }))
    .sort(
      (a, b) =>
        Number(b.independent) - Number(a.independent) || b.tests - a.tests || (a.error < b.error ? -1 : 1),
    );
}

/** A user's rule: what it follows from is not known, but it has no bug of its own where it never fires without another. */
function isOwn(error: string): boolean {
  return isOwnId(ruleOf(error));
}

/** Whether a rule does not follow from the one that names a group. */
function isIndependent(error: string, name: string): boolean {
  if (!mayBeOneBug(error, name)) return true;
  if (kindOfCause(error) === kindOfCause(name) || follows(error, name)) return false;
  // Wrong sections come of whatever breaks the order, unless the group is named by what comes of them, as a hang does.
  return !isConsequence(error) || isConsequence(name) || follows(name, error);
}

/** Whether an error may be a consequence of another, by the classes of their rules. */
export function follows(error: string, cause: string): boolean {
  const [rule, earlier] = [ruleNamed(ruleOf(error)), ruleNamed(ruleOf(cause))];
  return rule !== undefined && earlier !== undefined && isExplainedBy(rule, [earlier]);
}

/** Consequences that a line names. */
const NAMED = 6;

/** A line for each independent rule with its tests, and one for all consequences. */
export function rulesText(rules: readonly RuleOfGroup[], count: number): readonly string[] {
  const others = rules.filter(({ error, independent }) => !independent && !isOwn(error));
  const more = others.length > NAMED ? `, and ${others.length - NAMED} more` : '';
  const named = others.slice(0, NAMED).map(({ error, tests }) => `${error} ${tests}`);
  return [
    ...rules
      .filter(({ independent }) => independent)
      .map(({ error, tests }) => `also ${error} in ${tests} of ${count} tests, perhaps another bug`),
    ...rules
      .filter(({ error, independent }) => isOwn(error) && !independent)
      .map(({ error, tests }) => `also ${error} in ${tests} of ${count} tests, never alone`),
    ...(others.length === 0 ? [] : [`consequences by tests: ${named.join(', ')}${more}`]),
  ];
}
