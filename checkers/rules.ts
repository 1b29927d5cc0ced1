import type { Gfx } from '../arch/index.js';
import {
  getRuleClass,
  RULE_IDS,
  type RuleClass,
  type RuleDefinition,
  setUserRuleTexts,
} from '../transactions/index.js';
import { defineRule, type Rule, type RuleFactory } from './kit.js';
import { RULE_RECORDS } from './rule-records.js';

const rulesById = new Map<string, Rule>(RULE_RECORDS.map((rule) => [rule.id, rule]));

const BUILT_IN_RULES: readonly Rule[] = RULE_IDS.map((id) => rulesById.get(id)!);
const rules: Rule[] = [...BUILT_IN_RULES];

/** All rules: the built-in ones in id order, followed by the user-defined ones. */
export const RULES: readonly Rule[] = rules;

/** Returns the rules that apply to a generation. */
export function getRulesFor(gfx: Gfx): readonly Rule[] {
  return rules.filter(({ generations }) => generations.includes(gfx));
}

/** Registers user-defined rules in this thread, replacing any registered earlier. */
export function setUserRules(definitions: readonly RuleDefinition[]): void {
  for (const { id } of rules.splice(BUILT_IN_RULES.length)) rulesById.delete(id);
  for (const definition of definitions) {
    const create: RuleFactory = (ledgers, judge) => {
      const { on, ...check } = definition.create(ledgers, judge);
      return { ...on, ...check };
    };
    const rule = defineRule({ ...definition, create });
    rules.push(rule);
    rulesById.set(rule.id, rule);
  }
  setUserRuleTexts(definitions);
}

/** Returns the rule with the given id, or undefined if there is none. */
export function findRule(id: string): Rule | undefined {
  return rulesById.get(id);
}

/** Returns why nothing in a run may have given a rule anything to check. */
export function getUnarmedReason(rule: Rule): string {
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
  HAZ: 'the program has no instruction that could come too early',
  VIS: 'no wave read ordered memory in a scene with possibly stale caches',
  PROTO: 'no entry or exit instruction ran',
  CFG: 'the state omits the registers that it checks',
  LAUNCH: 'no wave was launched',
  EXP: 'no wave exported',
  WIRE: 'no wave used the unit',
  PERF: 'no wave had a section',
  WEAK: 'the scenario is not a litmus cell',
};

/** Returns a sentence for each kind of thing that a rule skips although its own sentence covers it. */
export function listSkips({ skips = {} }: { readonly skips?: Rule['skips'] | undefined }): string[] {
  return Object.entries(skips).map(([what, which]) => `Skips ${what} ${which}.`);
}
