import { type FaultId, findFault } from '../transactions/index.js';
import { TRACKER_FAULTS } from './spi/exit-faults.js';

/** Where faults act that change the stimulus, or what overlap detection alone decides when a quad comes. */
const CONFINED: readonly unknown[] = ['program', 'registers', 'db'];

/**
 * Whether some fault may change what launches, exports, wakes or ends of waves touch. One of a program, of overlap detection or of an
 * exit tracker changes values there, and touches no other part than its unit does without it.
 */
export function reachFar(faults: readonly FaultId[]): boolean {
  return faults.some((fault) => !(fault in TRACKER_FAULTS) && !CONFINED.includes(findFault(fault)?.where));
}
