import { RULE_IDS, type RuleId, type Violation } from '../../../transactions/index.js';

const RANK = new Map<RuleId, number>(RULE_IDS.map((id, rank) => [id, rank]));

/** Returns a rule's position in the list of rules. User-defined rules come after all built-in ones. */
function getRank(id: RuleId): number {
  return RANK.get(id) ?? RULE_IDS.length;
}

/**
 * Sorts violations by cycle, then errors before warnings, then in rule order. The first one is reported as the finding,
 * and the others can be read as its consequences.
 */
export function sortFindings(violations: Violation[]): Violation[] {
  return violations.sort(
    (a, b) =>
      a.cycle - b.cycle ||
      Number(a.severity === 'warning') - Number(b.severity === 'warning') ||
      getRank(a.rule) - getRank(b.rule),
  );
}
