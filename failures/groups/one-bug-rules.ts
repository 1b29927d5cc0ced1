import { DEVICE, isExplainedBy } from '../../harness/records/index.js';
import type { Bucket } from '../../harness/run-directory/index.js';
import { isRuleId, isUserDefinedId, type RuleId } from '../../transactions/index.js';

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
  // One mistake breaks several rules about its subject, and a wrong program or register any rule about the device.
  if (haveOneSubject(error, name) || (blamesStimulus(name) && !blamesStimulus(error))) return false;
  // A rule that almost any ordering bug triggers counts as independent only if the group's own rule is another such
  // rule, or may follow from this one.
  return !isConsequence(error) || isConsequence(name) || mayFollow(name, error);
}

/** Returns whether an error may be a consequence of another, based on the classes of their rules. */
export function mayFollow(error: string, cause: string): boolean {
  const [rule, earlier] = [findRuleId(getErrorRule(error)), findRuleId(getErrorRule(cause))];
  return rule !== undefined && earlier !== undefined && isExplainedBy(rule, [earlier]);
}

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
    ...(others.length === 0 ? [] : [`same cause (number of tests): ${listed.join(', ')}${moreSuffix}`]),
  ];
}

/**
 * Families of rules that can report the same bug, depending on timing. The first is for wrong overlap reports, the
 * second for work that gets stuck.
 */
const FAMILIES: readonly (readonly [name: RuleId, rules: RegExp])[] = [
  ['ORD-04', /^ORD-(?:04|05|07|08|11|12)$/],
  ['HANG-01', /^(?:IDLE-\d+|HANG-(?:01|06|07|08|09))$/],
];

/**
 * Rules that almost any ordering bug can trigger, since such bugs corrupt sections, memory or colours. Such a bug may
 * also break a device invariant.
 */
const CONSEQUENCE = /^(?:ORD-0[1239]|EXP-06|DEVICE)$/;

/**
 * Rules about the same subject, which are often violated together by a single mistake: registers, the launch of waves
 * and their order, export-ready, the entry wait, the section and its exit, accesses, and caches.
 */
const SUBJECTS: readonly RegExp[] = [
  /^CFG-/,
  /^(?:LAUNCH|ORD)-/,
  /^(?:EXP-01|ORD-06)$/,
  /^(?:PROTO-0[234]|HANG-0[25])$/,
  /^(?:RACE-0[13]|PROTO-(?:01|0[5-8]|11)|HANG-(?:03|10))$/,
  /^(?:RACE-(?:0[124]|0[6-9]|1[0-2])|PROTO-12)$/,
  /^(?:VIS-|WIRE-(?:02|03|10)$)/,
];

/** A fired rule and the unit that it blames, such as `ORD-06 spi`. The rule is `DEVICE` if a device invariant broke. */
export type FiredError = string;

/**
 * Returns whether a single bug could have triggered both errors in one test. Returns false for two rules on the
 * same side (device or program) if they concern different subjects and neither explains the other. A device may do anything when programs or
 * registers are wrong, and the causes of a user-defined rule are unknown.
 */
export function mayBeSameBug(a: FiredError, b: FiredError): boolean {
  const [kindA, kindB] = [getCauseKind(a), getCauseKind(b)];
  if (isUserDefinedId(kindA) || isUserDefinedId(kindB)) return true;
  if (
    kindA === kindB ||
    CONSEQUENCE.test(kindA) ||
    CONSEQUENCE.test(kindB) ||
    blamesStimulus(a) !== blamesStimulus(b)
  )
    return true;
  return haveOneSubject(a, b) || mayFollow(a, b) || mayFollow(b, a);
}

function haveOneSubject(a: FiredError, b: FiredError): boolean {
  return SUBJECTS.some((rules) => rules.test(getErrorRule(a)) && rules.test(getErrorRule(b)));
}

/** Matches wrong final memory, the direct effect of a memory bug, reported by any rule that compares memory. */
const WRONG_MEMORY = /^(?:ORD-0[39]|LAUNCH-08) memory$/;

/** Returns the kind used to count an error as a cause. A single bug may trigger any error of this kind. */
export function getCauseKind(error: FiredError): string {
  return WRONG_MEMORY.test(error) ? 'ORD-03' : getFamily(getErrorRule(error));
}

/** Returns whether an error is a consequence of almost every ordering bug. */
export function isConsequence(error: FiredError): boolean {
  return CONSEQUENCE.test(getCauseKind(error));
}

/** Returns a key shared by all errors in the same family that blame the same side. */
export function getErrorKind(error: FiredError): FiredError {
  return `${getCauseKind(error)} ${blamesStimulus(error) ? 'program' : 'device'}`;
}

function blamesStimulus(error: FiredError): boolean {
  return / (?:program|registers)$/.test(error);
}

/** Returns the rule that failures are grouped by: the given rule, or the one that names its family. */
export function getFamily(rule: string): string {
  return FAMILIES.find(([, rules]) => rules.test(rule))?.[0] ?? rule;
}

/** Returns whether a rule belongs to a family, in which case other rules may report the same bug. */
export function hasFamily(rule: string): boolean {
  return FAMILIES.some(([, rules]) => rules.test(rule));
}

/** Returns whether an error belongs to the given rule or its family. */
export function isInFamily(error: FiredError, rule: RuleId): boolean {
  return getFamily(getErrorRule(error)) === getFamily(rule);
}

/** Returns the rule with the given name, or undefined if there is none. */
export function findRuleId(name: string): RuleId | undefined {
  return isRuleId(name) ? name : undefined;
}

/** Returns the rule of an error listed by `listErrors`. A signature is returned unchanged. */
export function getErrorRule(error: FiredError): string {
  return isError(error) ? error.slice(0, error.indexOf(' ')) : error;
}

/**
 * Returns whether a string is in the format used by `listErrors` and names an existing rule. Logs from elsewhere may
 * contain any rule name.
 */
export function isError(text: string): boolean {
  const [, rule] = /^(\S+) \S+$/.exec(text) ?? [];
  return rule === DEVICE || isRuleId(rule);
}
