import type { ModelMutant } from '../mutants.js';
import type { Equivalent } from './because.js';
import { LEGAL } from './legal.js';
import { sameNumberReason } from './same-number-reason.js';
import { SAME_VALUES } from './same-values.js';
import { tieReason } from './tie-reason.js';
import { UNOBSERVED } from './unobserved.js';
import { unreadReason } from './unread-reason.js';

export type { Equivalent } from './because.js';

/** Reviewed one by one. A change that no longer exists, or that some test kills, is reported. */
export const EQUIVALENT_MUTANTS: readonly Equivalent[] = [...UNOBSERVED, ...SAME_VALUES, ...LEGAL];

/** The reason why a mutant makes no difference, where the syntax of the modules shows it; undefined where it does not. */
export function computedReason(mutant: ModelMutant): Equivalent | undefined {
  return tieReason(mutant) ?? sameNumberReason(mutant) ?? unreadReason(mutant);
}
