import type { Equivalent } from './because.js';
import { FAULT_ONLY } from './fault-only.js';
import { LEGAL } from './legal.js';
import { SAME_VALUES } from './same-values.js';
import { UNOBSERVED } from './unobserved.js';

export type { Equivalent } from './because.js';
export { unreadReason } from './unread-reason.js';

/** Reviewed one by one. A change that no longer exists, or that some test kills, is reported. */
export const EQUIVALENT_MUTANTS: readonly Equivalent[] = [
  ...UNOBSERVED,
  ...SAME_VALUES,
  ...LEGAL,
  ...FAULT_ONLY,
];
