import type { RuleId } from '../../transactions/index.js';

/** Rules that say what became of a run, not what the program did: final memory that differs, and waves that never end. */
const SYMPTOMS = /^(?:ORD-03|HANG-\d+|IDLE-\d+)$/;

/** Whether a rule is about a consequence that any other error may have, depending on timing. */
export function isSymptom(rule: RuleId): boolean {
  return SYMPTOMS.test(rule);
}
