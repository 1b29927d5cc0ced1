import { type FaultId, findFault } from '../../transactions/index.js';

/** Whether a fault changes program or registers, which are fixed in a finished scenario. */
export function isStimulusFault(id: FaultId): boolean {
  const where = findFault(id)!.where;
  return where === 'program' || where === 'registers';
}
