import { type FaultId, findFault } from '../transactions/index.js';
import { TRACKER_FAULTS } from './spi/exit-faults.js';

/** Locations of faults that change the stimulus, or something overlap detection decides when a quad arrives. */
const CONFINED: readonly unknown[] = ['program', 'registers', 'db'];

/**
 * Whether any fault may change what launches, exports, wakes or wave ends touch. Faults of a program, overlap detection or an
 * exit tracker change values there, and touch only what the unit touches anyway.
 */
export function reachFar(faults: readonly FaultId[]): boolean {
  return faults.some((fault) => !(fault in TRACKER_FAULTS) && !CONFINED.includes(findFault(fault)?.where));
}
