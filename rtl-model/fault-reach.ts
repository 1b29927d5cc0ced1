import { type FaultId, findFault } from '../transactions/index.js';
import { TRACKER_FAULTS } from './spi/exit-faults.js';

/** Locations of faults that change only the stimulus or overlap detection's decisions when a quad arrives. */
const LOCAL: readonly unknown[] = ['program', 'registers', 'db'];

/**
 * Whether any of these faults may change which state launches, exports, wakes or wave ends touch. Faults of programs, registers,
 * overlap detection and exit trackers change only the values of state that is touched anyway.
 */
export function haveWideEffects(faults: readonly FaultId[]): boolean {
  return faults.some((fault) => !(fault in TRACKER_FAULTS) && !LOCAL.includes(findFault(fault)?.where));
}
