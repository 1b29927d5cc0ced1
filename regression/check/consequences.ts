import type { RuleId } from '../../transactions/index.js';

/**
 * Rules that say what became of a run, not what the program did: sections that overlap or come out of order, final memory that
 * differs, and waves that never end. The device of a check is right, so that some error of the program is behind them.
 */
const SYMPTOMS = /^(?:ORD|HANG|IDLE)-\d+$/;

/** Whether a rule is about a consequence that any other error may have, depending on timing. */
export function isSymptom(rule: RuleId): boolean {
  return SYMPTOMS.test(rule);
}
