import { RULE_IDS, type RuleId, type Violation } from '../../../transactions/index.js';

const RANK = new Map<RuleId, number>(RULE_IDS.map((id, rank) => [id, rank]));

/** User rules come after all of the project's. */
function rankOf(id: RuleId): number {
  return RANK.get(id) ?? RULE_IDS.length;
}

/**
 * Sorts violations so that the first is the finding and the rest read as its consequences: by cycle, within a
 * cycle errors before warnings, then in rule order.
 */
export function sortFindings(violations: Violation[]): Violation[] {
  return violations.sort(
    (a, b) =>
      a.cycle - b.cycle ||
      Number(a.severity === 'warning') - Number(b.severity === 'warning') ||
      rankOf(a.rule) - rankOf(b.rule),
  );
}
