import type { Gfx } from '../../arch/index.js';
import { RULES, type Rule } from '../../checkers/index.js';
import { type ByRule, getRuleClass, type RuleClass, type RuleId } from '../../transactions/index.js';

/** A rule that was not checked, and why. */
export interface UnjudgedRule {
  readonly rule: RuleId;
  readonly reason: string;
}

/** Lists a generation's rules that no run armed, except those that could not be checked. */
export function listUnarmedRules(
  gfx: Gfx,
  armed: Readonly<ByRule<number>>,
  unchecked: readonly UnjudgedRule[],
): readonly UnjudgedRule[] {
  return RULES.filter(({ generations }) => generations.includes(gfx))
    .filter(({ id }) => !((armed[id] ?? 0) > 0) && unchecked.every(({ rule }) => rule !== id))
    .map((rule) => ({ rule: rule.id, reason: getReason(rule) }));
}

function getReason(rule: Rule): string {
  if (rule.onlyChecksHangs) return 'no run hung';
  const ruleClass = getRuleClass(rule.id);
  return (
    rule.unarmedReason ??
    (ruleClass === undefined ? 'no run had an event that it checks' : CLASS_REASONS[ruleClass])
  );
}

/** Why no rule of a class was armed, unless a rule has a more specific reason (`Rule.unarmedReason`). */
const CLASS_REASONS: Readonly<Record<RuleClass, string>> = {
  ORD: 'no wave of an ordered draw was formed',
  IDLE: 'no wave had to wait',
  HANG: 'no wave waited to enter its section, and none ended',
  RACE: 'no wave accessed memory',
  VIS: 'no wave read ordered memory in a scene with possibly stale caches',
  PROTO: 'no entry or exit instruction ran',
  CFG: 'the state omits the registers that it checks',
  LAUNCH: 'no wave was launched',
  EXP: 'no wave exported',
  WIRE: 'no wave used the unit',
  PERF: 'no wave had a section',
  WEAK: 'the scenario is not a litmus cell',
};
