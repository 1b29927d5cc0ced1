import { type FaultId, findFault } from '../transactions/index.js';
import { TRACKER_FAULTS } from './spi/exit-faults.js';

/** The locations of faults that affect only the stimulus, or only how overlap detection handles incoming quads. */
const LOCAL_FAULT_LOCATIONS: readonly unknown[] = ['program', 'registers', 'db'];

/**
 * Returns whether any of the faults may change which state is touched by launches, exports, wakes or the end of a wave.
 * Faults in programs, registers, overlap detection and exit trackers change only the values written, not which state is
 * touched.
 */
export function haveWideEffects(ids: readonly FaultId[]): boolean {
  return ids.some((id) => !(id in TRACKER_FAULTS) && !LOCAL_FAULT_LOCATIONS.includes(findFault(id)?.where));
}
