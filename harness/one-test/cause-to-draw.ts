import { concernsPath, type Transaction, type Violation } from '../../transactions/index.js';
import { sortForExplanation, type Witness } from '../records/index.js';

/**
 * Returns the cause to draw instead of a violation if the cause is on a program path, and so has no cycle of its own.
 * Sets its cycle to the one in which the drawn wave reaches the instruction. Returns undefined if the first cause comes
 * from the run itself, or if the wave does not reach the instruction by the violation's cycle.
 *
 * Example: PROTO-03 reports that the entry wait at pc 0x80 admits a wave too early; ORD-01 sees wave 15 collide
 * in cycle 14,991. The diagram shows PROTO-03 in cycle 14,610, when wave 15 reaches pc 0x80.
 */
export function findCauseToDraw(
  violations: readonly Violation[],
  { violation, waves }: Pick<Witness, 'violation' | 'waves'>,
  transactions: readonly Transaction[],
): Violation | undefined {
  const [cause] = sortForExplanation(violations);
  if (cause === undefined || cause === violation || !concernsPath(cause)) return undefined;
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
