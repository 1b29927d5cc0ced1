import { RULE_IDS, type RuleId, type Violation } from '../../../transactions/index.js';

const RANK = new Map<RuleId, number>(RULE_IDS.map((id, rank) => [id, rank]));

/** User-defined rules come after all built-in ones. */
function rankOf(id: RuleId): number {
  return RANK.get(id) ?? RULE_IDS.length;
}

/**
 * Sorts violations so that the first is the finding and the others read as its consequences: by cycle, then
 * errors before warnings, then in rule order.
 */
export function sortFindings(violations: Violation[]): Violation[] {
  return violations.sort(
    (a, b) =>
      a.cycle - b.cycle ||
      Number(a.severity === 'warning') - Number(b.severity === 'warning') ||
      rankOf(a.rule) - rankOf(b.rule),
  );
}
