import { GENERATIONS, type Gfx } from '../arch/index.js';
import { RULE_IDS, type RuleDefinition, setUserRuleTexts } from '../transactions/index.js';
import { defineRule, type Rule, type RuleFactory } from './kit.js';
import { RULE_RECORDS } from './rule-records.js';

const rulesById = new Map<string, Rule>(RULE_RECORDS.map((rule) => [rule.id, rule]));

const BUILT_IN_RULES: readonly Rule[] = RULE_IDS.map((id) => rulesById.get(id)!);
const rules: Rule[] = [...BUILT_IN_RULES];
let rulesByGeneration = groupByGeneration();

/** All rules: the built-in ones in id order, followed by the user-defined ones. */
export const RULES: readonly Rule[] = rules;

/** Returns the rules that apply to a generation. */
export function getRulesFor(gfx: Gfx): readonly Rule[] {
  return rulesByGeneration.get(gfx)!;
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
  rulesByGeneration = groupByGeneration();
}

function groupByGeneration(): ReadonlyMap<Gfx, readonly Rule[]> {
  return new Map(
    GENERATIONS.map((gfx) => [gfx, rules.filter(({ generations }) => generations.includes(gfx))]),
  );
}

/** Returns the rule with the given id, or undefined if there is none. */
export function findRule(id: string): Rule | undefined {
  return rulesById.get(id);
}
