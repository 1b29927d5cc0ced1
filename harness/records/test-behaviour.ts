import { PAIR_SLOTS } from '../../coverage/index.js';
import { RULE_IDS, type RuleId } from '../../transactions/index.js';

const RULE_NUMBERS: ReadonlyMap<string, number> = new Map(
  RULE_IDS.map((rule, index) => [rule, PAIR_SLOTS + index]),
);

/** A test's behaviour as a list of numbers: the slots of its event pairs, then the built-in rules that it checked. */
export function packBehaviour(
  pairs: readonly number[],
  armed: Readonly<Partial<Record<RuleId, number>>>,
): number[] {
  const rules = Object.entries(armed).flatMap(([rule, times]) =>
    (times ?? 0) > 0 ? (RULE_NUMBERS.get(rule) ?? []) : [],
  );
  return [...pairs, ...rules.sort((a, b) => a - b)];
}
