import { isStaticFinding, type RuleId, type Violation } from '../../transactions/index.js';

/**
 * The rule classes, causes first: a class may be a consequence of an earlier one, but not of a later one. Actions that
 * the program does not contain (PROTO-12) mislead every rule that reads the program. Some HANG
 * rules report something missing from a program, such as its exit; the others report that the device is idle with work
 * remaining. A unit that drives its wires incorrectly can make any device rule fire. Once anything has gone wrong, a
 * test may no longer show the outcome that a WEAK rule requires.
 */
const CLASSES: readonly RegExp[] = [
  /^CFG-/,
  /^PROTO-12$/,
  /^(?:RACE|HAZ|VIS|PROTO)-/,
  /^WIRE-/,
  /^(?:ORD-(?!03)|LAUNCH-|EXP-|PERF-)/,
  /^HANG-(?:0[2345]|10)$/,
  /^(?:HANG|IDLE)-/,
  /^ORD-03$/,
  /^WEAK-/,
];

/** Causes within a class: an ordered access after the exit also violates PROTO-01, which forbids section code there. */
const CAUSES_IN_CLASS: Readonly<Partial<Record<RuleId, readonly RuleId[]>>> = {
  'PROTO-01': ['PROTO-08', 'RACE-03'],
};

/**
 * Whether a rule that fired may, depending on timing, be a consequence of the given causes. False for user-defined
 * rules, whose causes are unknown.
 */
export function isExplainedBy(rule: RuleId, causes: readonly RuleId[]): boolean {
  const isCause = (cause: RuleId): boolean =>
    getCauseClass(cause) < getCauseClass(rule) || CAUSES_IN_CLASS[rule]?.includes(cause) === true;
  return getCauseClass(rule) < CLASSES.length && causes.some(isCause);
}

function getCauseClass(rule: RuleId): number {
  const index = CLASSES.findIndex((pattern) => pattern.test(rule));
  return index < 0 ? CLASSES.length : index;
}

/**
 * Sorts violations stably: errors before warnings, and causes before consequences within each, with user-defined rules
 * last.
 */
export function sortCausesFirst<T extends { readonly violation: Violation }>(
  entries: readonly T[],
): readonly T[] {
  return [...entries].sort((a, b) => rankViolation(a.violation) - rankViolation(b.violation));
}

/**
 * Sorts a test's violations into the order in which to explain them: by rule (causes first), then errors before
 * warnings, then chronologically. Failure groups are named after the first error.
 */
export function sortForExplanation(violations: readonly Violation[]): readonly Violation[] {
  const entries = sortCausesFirst(violations.map((violation) => ({ violation })));
  const rules = new Set(entries.map(({ violation }) => violation.rule));
  return [...rules].flatMap((rule) => {
    const ruleViolations = violations.filter((violation) => violation.rule === rule);
    const isError = ({ severity }: Violation): boolean => severity === 'error';
    return [...ruleViolations.filter(isError), ...ruleViolations.filter((violation) => !isError(violation))];
  });
}

/** Returns the rank of a violation; lower ranks sort first. Path violations come right after register errors, by class. */
function rankViolation(violation: Violation): number {
  const ruleClass = getCauseClass(violation.rule);
  const rank = isStaticFinding(violation) ? Math.min(ruleClass, 1 + ruleClass / 100) : 2 * ruleClass;
  return violation.severity === 'error' ? rank : rank + 2 * (CLASSES.length + 1);
}

/**
 * Lists the rule and unit of each error in a test, such as `ORD-06 spi`, with one entry per rule, causes first. Used to
 * group failures by bug.
 */
export function listErrors(violations: readonly Violation[]): string[] {
  const errors = violations.filter(({ severity }) => severity === 'error');
  const units = new Map<RuleId, string>();
  for (const { violation } of sortCausesFirst(errors.map((error) => ({ violation: error })))) {
    const { rule, unit } = violation;
    if (!units.has(rule)) units.set(rule, unit);
  }
  return Array.from(units, ([rule, unit]) => `${rule} ${unit}`);
}
