import { type FaultId, findFault } from '../transactions/index.js';
import { TRACKER_FAULTS } from './spi/exit-faults.js';

/** Locations of the faults that change only the stimulus, or the decisions of overlap detection when a quad arrives. */
const LOCAL: readonly unknown[] = ['program', 'registers', 'db'];

/**
 * Whether any of these faults may change which state is touched by launches, exports, wakes or the ends of waves. Faults in
 * programs, registers, overlap detection and exit trackers only change the values of state that is touched anyway.
 */
export function haveWideEffects(faults: readonly FaultId[]): boolean {
  return faults.some((fault) => !(fault in TRACKER_FAULTS) && !LOCAL.includes(findFault(fault)?.where));
}
