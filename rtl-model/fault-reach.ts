import { type FaultId, findFault } from '../transactions/index.js';
import { TRACKER_FAULTS } from './spi/exit-faults.js';

/**
 * Locations of faults that only change the stimulus, or overlap detection's decisions when a quad arrives.
 */
const LOCAL: readonly unknown[] = ['program', 'registers', 'db'];

/**
 * Whether any of these faults may change which state is touched by launches, exports, wakes or wave ends.
 * Faults in programs, registers, overlap detection and exit trackers only change the values of state that is
 * touched in any case.
 */
export function haveWideEffects(faults: readonly FaultId[]): boolean {
  return faults.some((fault) => !(fault in TRACKER_FAULTS) && !LOCAL.includes(findFault(fault)?.where));
}
