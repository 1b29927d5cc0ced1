import { isOfPath, type Transaction, type Violation } from '../../transactions/index.js';
import { inCauseOrder, type Witness } from '../records/index.js';

/**
 * What is pictured where a test is explained by a path of its program, which has no cycle of its own: the moment in which the pictured
 * wave takes that path. Undefined where the first cause is of the run, or no pictured wave comes to the instruction.
 *
 * PROTO-03 says that the entry wait at pc 0x80 lets a wave in too early; ORD-01 sees wave 15 collide in cycle 14,991. The picture
 * shows PROTO-03 in cycle 14,610, where wave 15 comes to pc 0x80.
 */
export function ownMoment(
  violations: readonly Violation[],
  { violation, waves }: Pick<Witness, 'violation' | 'waves'>,
  transactions: readonly Transaction[],
): Violation | undefined {
  const [cause] = inCauseOrder(violations);
  if (cause === undefined || cause === violation || !isOfPath(cause)) return undefined;
  const { draw, pc } = cause.place;
  if (violation.place.draw !== undefined && violation.place.draw !== draw) return undefined;
  const latest = violation.place.wave ?? waves.at(-1);
  const moment = transactions.findLast(
    (each) =>
      each.kind === 'instructions-issued' &&
      each.wave === latest &&
      each.cycle <= violation.cycle &&
      each.first <= pc! &&
      pc! <= each.last,
  );
  return moment && { ...cause, cycle: moment.cycle, place: { ...violation.place, ...cause.place } };
}
