import { type FaultId, findFault } from '../../transactions/index.js';

/** Whether a fault changes program or registers, which a finished scenario has fixed. */
export function isStimulusFault(id: FaultId): boolean {
  const where = findFault(id)!.where;
  return where === 'program' || where === 'registers';
}
