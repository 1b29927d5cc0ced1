import { PAIR_SLOTS } from '../../coverage/index.js';
import { RULE_IDS, type RuleId } from '../../transactions/index.js';

const RULE_NUMBERS: ReadonlyMap<string, number> = new Map(
  RULE_IDS.map((rule, index) => [rule, PAIR_SLOTS + index]),
);

/** Packs a test's behaviour into numbers: the slots of its event pairs, followed by the built-in rules it checked. */
export function packBehaviour(
  pairs: readonly number[],
  armed: Readonly<Partial<Record<RuleId, number>>>,
): number[] {
  const rules = Object.entries(armed).flatMap(([rule, count]) =>
    (count ?? 0) > 0 ? (RULE_NUMBERS.get(rule) ?? []) : [],
  );
  return [...pairs, ...rules.sort((a, b) => a - b)];
}
