/** One statement in this many has its killer replayed in the first tier, the others in the second. */
const EVERY = 12;

/** Whether the killer at a place of the list is replayed in the first tier. */
export function isInFirstTier(_: unknown, place: number): boolean {
  return place % EVERY === 0;
}
