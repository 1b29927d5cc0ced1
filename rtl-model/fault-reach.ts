import { type FaultId, findFault } from '../transactions/index.js';
import { TRACKER_FAULTS } from './spi/exit-faults.js';

/** The locations of faults that change only the stimulus, or how overlap detection treats an arriving quad. */
const LOCAL_UNITS: readonly unknown[] = ['program', 'registers', 'db'];

/**
 * Returns whether any of the faults may change which state is touched by launches, exports, wakes or wave ends. Faults
 * in programs, registers, overlap detection and exit trackers only change the values of state that would be touched
 * anyway.
 */
export function haveWideEffects(faults: readonly FaultId[]): boolean {
  return faults.some((fault) => !(fault in TRACKER_FAULTS) && !LOCAL_UNITS.includes(findFault(fault)?.where));
}
