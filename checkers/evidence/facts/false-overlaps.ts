import { type Freedoms, setting } from '../../../transactions/index.js';

const EXACT = setting('overlapReach', 'exact');
const CONSERVATIVE = setting('overlapOverflow', 'conservative');

/**
 * Whether a device with the given settings may report overlaps that do not exist, because of injected false overlaps, a
 * coarse reach, or a full table that reports an overlap for every quad without an entry (U5, U7, U16).
 */
export function mayReportFalseOverlaps({ falseOverlap, overlapReach, overlapOverflow }: Freedoms): boolean {
  return falseOverlap > 0 || overlapReach !== EXACT || overlapOverflow === CONSERVATIVE;
}
