import { isStaticFinding, type Transaction, type Violation } from '../../transactions/index.js';
import { sortForExplanation, type Witness } from '../records/index.js';

/**
 * Returns the cause to show in the diagram in place of the violation. Applies only to causes found on a program path,
 * which have no cycle of their own. The cause gets the cycle in which the wave in the diagram reaches the instruction.
 * Returns undefined if the first cause was observed during the run, or if the wave does not reach the instruction by
 * the violation's cycle.
 *
 * Example: PROTO-03 reports that the entry wait at pc 0x80 admits a wave too early; ORD-01 sees wave 15 collide
 * in cycle 14,991. The diagram shows PROTO-03 in cycle 14,610, when wave 15 reaches pc 0x80.
 */
export function findCauseForDiagram(
  violations: readonly Violation[],
  { violation, waves }: Pick<Witness, 'violation' | 'waves'>,
  transactions: readonly Transaction[],
): Violation | undefined {
  const [cause] = sortForExplanation(violations);
  if (cause === undefined || cause === violation || !isStaticFinding(cause)) return undefined;
  const { draw, pc } = cause.place;
  if (violation.place.draw !== undefined && violation.place.draw !== draw) return undefined;
  const lastWave = violation.place.wave ?? waves.at(-1);
  const arrival = transactions.findLast(
    (candidate) =>
      candidate.kind === 'instructions-issued' &&
      candidate.wave === lastWave &&
      candidate.cycle <= violation.cycle &&
      candidate.first <= pc! &&
      pc! <= candidate.last,
  );
  return arrival && { ...cause, cycle: arrival.cycle, place: { ...violation.place, ...cause.place } };
}
