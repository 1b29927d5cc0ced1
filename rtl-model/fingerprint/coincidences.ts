import { indexOf, UNIT, unitOf } from '../context.js';
import type { OrderWheel } from '../kernel/index.js';
import type { WaveRecords } from '../wave-records.js';

/** Two events of one cycle, the second after the first, by their places among the next events. */
export interface Coincidence {
  readonly first: number;
  readonly second: number;
}

/**
 * The pairs of next events that a search of the same clock takes in one cycle: exits that arrive at the tracker of one packer. Other
 * units see no difference between one cycle and two, since what they do once a cycle holds up their next event alone.
 */
export function coincidencesOf(
  { together, nextPending }: OrderWheel,
  records: WaveRecords,
): readonly Coincidence[] {
  if (!together) return [];
  const arrivals = nextPending.flatMap(({ event }, place) =>
    unitOf(event) === UNIT.EXIT_ARRIVES ? [{ place, packer: records.at(indexOf(event)).packer }] : [],
  );
  return arrivals.flatMap((first) =>
    arrivals
      .filter(({ place, packer }) => place !== first.place && packer === first.packer)
      .map((second) => ({ first: first.place, second: second.place })),
  );
}
