import { DEVICE } from '../../harness/records/index.js';
import { type ByRule, isOwnId, isRuleId, type RuleId } from '../../transactions/index.js';

/**
 * Rules that report one mistake in different ways, depending on timing: which wave is reported to overlap which, and that something
 * never goes on. A bug fires now one, now another of a row.
 */
const FAMILIES: readonly (readonly [name: RuleId, rules: RegExp])[] = [
  ['ORD-04', /^ORD-(?:04|05|07|08|11|12)$/],
  ['HANG-01', /^(?:IDLE-\d+|HANG-(?:01|06|07|08|09))$/],
];

/** Consequences of almost every bug that breaks the order: wrong sections, wrong memory, wrong colours; any may break the device. */
const CONSEQUENCE = /^(?:ORD-0[1239]|EXP-06|DEVICE)$/;

/**
 * Rules about one subject, which one mistake breaks together: the entry wait, the section and its exit, accesses,
 * caches.
 */
const SUBJECTS: readonly RegExp[] = [
  /^(?:PROTO-0[234]|HANG-0[25])$/,
  /^(?:RACE-0[13]|PROTO-(?:01|0[5-8]|11)|HANG-(?:03|10))$/,
  /^(?:RACE-(?:0[124]|0[6-9]|1[0-2])|PROTO-12)$/,
  /^VIS-/,
];

/**
 * Rules that one fault of the library fires in one test, apart from those above: each row has the first of a pair, then the others.
 * `npm run bench -- groups` names the faults that become several groups because a pair is missing.
 */
const ONE_BUG: Readonly<ByRule<string>> = {
  'CFG-01': 'CFG-03 CFG-05 PROTO-02 PROTO-04 RACE-03',
  'CFG-03': 'CFG-05 PROTO-02 PROTO-04 RACE-03',
  'CFG-05': 'CFG-07 CFG-09 CFG-17 CFG-18 PROTO-02 PROTO-04',
  'CFG-07': 'CFG-09 CFG-18',
  'CFG-09': 'CFG-10 CFG-18',
  'CFG-11': 'EXP-05 HANG-04',
  'CFG-12': 'CFG-14 HANG-01',
  'CFG-13': 'HANG-01',
  'EXP-01': 'ORD-06',
  'EXP-04': 'HANG-01',
  'EXP-05': 'HANG-01 HANG-03 HANG-04 PROTO-01 PROTO-05 RACE-01',
  'EXP-07': 'PROTO-05',
  'EXP-09': 'LAUNCH-08 PROTO-12 RACE-01 RACE-02 RACE-08 RACE-12',
  'HANG-01':
    'HANG-02 HANG-03 HANG-04 HANG-05 HANG-10 LAUNCH-01 LAUNCH-04 LAUNCH-05 LAUNCH-07 LAUNCH-10 LAUNCH-11 ORD-04 ORD-06 ORD-10 PROTO-01 PROTO-02 PROTO-04 PROTO-12 RACE-01 RACE-02 RACE-03 RACE-07 RACE-08 RACE-12',
  'HANG-02': 'LAUNCH-10 ORD-04 ORD-06',
  'LAUNCH-01': 'ORD-10 RACE-02 RACE-08',
  'LAUNCH-04': 'LAUNCH-11 LAUNCH-13 ORD-04 RACE-03',
  'LAUNCH-05': 'ORD-04 ORD-06',
  'LAUNCH-06': 'LAUNCH-11 LAUNCH-12',
  'LAUNCH-08': 'LAUNCH-09 PROTO-12 RACE-01 RACE-02 RACE-08 RACE-12',
  'LAUNCH-10': 'ORD-04 ORD-06',
  'LAUNCH-13': 'ORD-04 ORD-06',
  'ORD-04': 'ORD-06 ORD-10 ORD-14',
  'ORD-06': 'PROTO-12 RACE-01 RACE-02 RACE-03 RACE-08 RACE-12 WIRE-13',
  'PROTO-02': 'RACE-03',
  'PROTO-04': 'RACE-03',
  'PROTO-10': 'WIRE-09',
  'RACE-01': 'WIRE-13',
  'RACE-08': 'WIRE-13',
  'VIS-01': 'WIRE-10',
  'VIS-03': 'WIRE-03 WIRE-10',
};

const PAIRS: ReadonlySet<string> = new Set(
  Object.entries(ONE_BUG).flatMap(([rule, others]) =>
    others.split(' ').flatMap((other) => [`${rule} ${other}`, `${other} ${rule}`]),
  ),
);

/** A rule that fired, with the unit that it accuses, such as `ORD-06 spi`; `DEVICE` stands for a rule where the device broke an invariant. */
export type FiredError = string;

/**
 * Whether one bug may have fired both in one test. No for two rules that judge things of their own on one side and that no known
 * bug fires together; what a device does with wrong programs and registers may be anything, and what a user's rule may follow from is not known.
 */
export function mayBeOneBug(a: FiredError, b: FiredError): boolean {
  const [one, other] = [kindOfCause(a), kindOfCause(b)];
  if (isOwnId(one) || isOwnId(other)) return true;
  if (one === other || CONSEQUENCE.test(one) || CONSEQUENCE.test(other) || isGiven(a) !== isGiven(b))
    return true;
  return PAIRS.has(`${one} ${other}`) || SUBJECTS.some((rules) => rules.test(one) && rules.test(other));
}

/** Memory that ends wrong, by any rule that compares it: what a bug of memory fires by itself. */
const CONTENTS = /^(?:ORD-0[39]|LAUNCH-08) memory$/;

/** What failures with this cause are counted as: one bug fires now one, now another cause of a kind. */
export function kindOfCause(error: FiredError): string {
  return CONTENTS.test(error) ? 'ORD-03' : familyOf(ruleOf(error));
}

/** Whether an error is what almost every bug that breaks the order comes to. */
export function isConsequence(error: FiredError): boolean {
  return CONSEQUENCE.test(kindOfCause(error));
}

/** An error that stands for all of its family and side. */
export function kindOf(error: FiredError): FiredError {
  return `${kindOfCause(error)} ${isGiven(error) ? 'program' : 'device'}`;
}

/** Whether an error accuses programs or registers. */
export function isGiven(error: FiredError): boolean {
  return / (?:program|registers)$/.test(error);
}

/** What failures are grouped by: the rule, or the one that its family is named by. */
export function familyOf(rule: string): string {
  return FAMILIES.find(([, rules]) => rules.test(rule))?.[0] ?? rule;
}

/** Whether a rule has a family: others that report one mistake, too, in other words. */
export function isFamily(rule: string): boolean {
  return FAMILIES.some(([, rules]) => rules.test(rule));
}

/** Whether an error is of that rule or its family. */
export function isOfFamily(error: FiredError, rule: RuleId): boolean {
  return familyOf(ruleOf(error)) === familyOf(rule);
}

/** The rule of that name. */
export function ruleNamed(name: string): RuleId | undefined {
  return isRuleId(name) ? name : undefined;
}

/** The rule of an error as `firedErrors` gives it; a signature stands for itself. */
export function ruleOf(error: FiredError): string {
  return isError(error) ? error.slice(0, error.indexOf(' ')) : error;
}

/** Whether a text is a rule that there is and a unit, as `firedErrors` gives them; logs of others may name any number of rules. */
export function isError(text: string): boolean {
  const [, rule] = /^(\S+) \S+$/.exec(text) ?? [];
  return rule === DEVICE || isRuleId(rule);
}
