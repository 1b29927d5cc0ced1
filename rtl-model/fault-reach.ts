import { type FaultId, findFault } from '../transactions/index.js';
import { TRACKER_FAULTS } from './spi/exit-faults.js';

/** Locations of faults that change only the stimulus or overlap detection's decisions when a quad arrives. */
const LOCAL: readonly unknown[] = ['program', 'registers', 'db'];

/**
 * Whether any fault may change the state that launches, exports, wakes or wave ends touch. Faults of a program, overlap
 * detection or an exit tracker change only values of state that the unit touches anyway.
 */
export function haveWideEffects(faults: readonly FaultId[]): boolean {
  return faults.some((fault) => !(fault in TRACKER_FAULTS) && !LOCAL.includes(findFault(fault)?.where));
}
