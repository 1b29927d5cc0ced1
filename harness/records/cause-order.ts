import { isOfPath, type RuleId, type Violation } from '../../transactions/index.js';

/**
 * Rule classes, causes first: each may follow from an earlier one, but not from a later one. Some HANG rules name
 * what is missing from a program, such as its exit; the others report a device at rest with work left. A unit that
 * drives its wires wrongly may make any device rule fire, and a test in which anything went wrong may not show a WEAK
 * rule's required outcome.
 */
const CLASSES: readonly RegExp[] = [
  /^CFG-/,
  /^(?:RACE|VIS|PROTO)-/,
  /^WIRE-/,
  /^(?:ORD-(?!03)|LAUNCH-|EXP-|PERF-)/,
  /^HANG-(?:0[2345]|10)$/,
  /^(?:HANG|IDLE)-/,
  /^ORD-03$/,
  /^WEAK-/,
];

/** Within a class: an ordered access after the exit is also a part of a section after it. */
const FOLLOWS: Readonly<Partial<Record<RuleId, readonly RuleId[]>>> = { 'PROTO-01': ['PROTO-08', 'RACE-03'] };

/**
 * Whether a rule that fired may be a consequence of others, depending on timing; unknown for a user's rule.
 */
export function isExplainedBy(rule: RuleId, causes: readonly RuleId[]): boolean {
  const isCause = (cause: RuleId): boolean =>
    classOf(cause) < classOf(rule) || FOLLOWS[rule]?.includes(cause) === true;
  return classOf(rule) < CLASSES.length && causes.some(isCause);
}

function classOf(rule: RuleId): number {
  const at = CLASSES.findIndex((pattern) => pattern.test(rule));
  return at < 0 ? CLASSES.length : at;
}

/**
 * Violations with errors before warnings and, within these, causes before consequences and users' rules last; otherwise
 * in order of discovery.
 */
export function causesFirst<T extends { readonly violation: Violation }>(found: readonly T[]): readonly T[] {
  return [...found].sort((a, b) => rankOf(a.violation) - rankOf(b.violation));
}

/**
 * A test's violations in the order of its explanation: by rule, causes first, and within a rule errors before warnings, each in
 * time order. The first error names groups of failures.
 */
export function inCauseOrder(violations: readonly Violation[]): readonly Violation[] {
  const found = causesFirst(violations.map((violation) => ({ violation })));
  const rules = new Set(found.map(({ violation }) => violation.rule));
  return [...rules].flatMap((rule) => {
    const violationsOfRule = violations.filter((violation) => violation.rule === rule);
    const isError = ({ severity }: Violation): boolean => severity === 'error';
    return [
      ...violationsOfRule.filter(isError),
      ...violationsOfRule.filter((violation) => !isError(violation)),
    ];
  });
}

/** For any rule, a mistake on a program path ranks directly after wrong registers. */
function rankOf(violation: Violation): number {
  const violatedClass = classOf(violation.rule);
  const rank = isOfPath(violation) ? Math.min(violatedClass, 1) : 2 * violatedClass;
  return violation.severity === 'error' ? rank : rank + 2 * (CLASSES.length + 1);
}

/**
 * Rule and unit of every error in a test, such as `ORD-06 spi`, each rule once, causes first: distinguishes bugs when
 * failures are grouped.
 */
export function firedErrors(violations: readonly Violation[]): string[] {
  const errors = violations.filter(({ severity }) => severity === 'error');
  const units = new Map<RuleId, string>();
  for (const { violation } of causesFirst(errors.map((error) => ({ violation: error })))) {
    const { rule, unit } = violation;
    if (!units.has(rule)) units.set(rule, unit);
  }
  return Array.from(units, ([rule, unit]) => `${rule} ${unit}`);
}
