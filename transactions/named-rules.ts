import { RULE_IDS } from './rule-ids.js';
import { RULE_TEXTS } from './rule-texts.js';
import type { RuleId } from './rules.js';

const userTexts = new Map<string, string>();

/** Sets the texts of this thread's user-defined rules, replacing any previous ones. */
export function setUserRuleTexts(
  definitions: readonly { readonly id: string; readonly text: string }[],
): void {
  userTexts.clear();
  for (const { id, text } of definitions) userTexts.set(id, text);
}

/** Returns the ids of all rules: the built-in ones by class, then the user-defined ones. */
export function listRuleIds(): readonly RuleId[] {
  return [...RULE_IDS, ...(userTexts.keys() as Iterable<RuleId>)];
}

/** Returns the sentence that says what a rule requires, or undefined if there is no such rule. */
export function getRuleText(id: string): string | undefined {
  return Object.hasOwn(RULE_TEXTS, id) ? RULE_TEXTS[id as keyof typeof RULE_TEXTS] : userTexts.get(id);
}
