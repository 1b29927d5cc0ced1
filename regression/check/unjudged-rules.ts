import type { Gfx } from '../../arch/index.js';
import { RULES, type Rule } from '../../checkers/index.js';
import { classOfRule, type RuleClass, type RuleId } from '../../transactions/index.js';

/** A rule that judged nothing, and why. */
export interface UnjudgedRule {
  readonly rule: RuleId;
  readonly reason: string;
}

/** Rules of a generation that had nothing to judge in any run. */
export function notArmed(
  gfx: Gfx,
  armed: Readonly<Partial<Record<RuleId, number>>>,
  unchecked: readonly UnjudgedRule[],
): readonly UnjudgedRule[] {
  return RULES.filter(({ generations }) => generations.includes(gfx))
    .filter(({ id }) => !((armed[id] ?? 0) > 0) && unchecked.every(({ rule }) => rule !== id))
    .map((rule) => ({ rule: rule.id, reason: reasonOf(rule) }));
}

function reasonOf(rule: Rule): string {
  if (rule.judgesHangsOnly) return 'no device came to rest with work left';
  return rule.unarmed ?? BY_CLASS[classOfRule(rule.id)];
}

/** Why rules of a class without a reason of their own (`Rule.unarmed`) had nothing to judge. */
const BY_CLASS: Readonly<Record<RuleClass, string>> = {
  ORD: 'no wave of an ordered draw was formed',
  IDLE: 'no wave had to wait',
  HANG: 'no wave waited at an entry or ended',
  RACE: 'no access was made',
  VIS: 'no scene had caches that may be stale, or no wave read ordered memory in one',
  PROTO: 'no instruction of the entry or the exit ran',
  CFG: 'the registers that it is about are left out of the state',
  LAUNCH: 'no wave was launched',
  EXP: 'no wave exported',
  PERF: 'no wave had a section',
};
