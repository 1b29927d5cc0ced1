/** Place of the first index in an ascending list that is no smaller than another. */
export function firstFrom(events: readonly number[], index: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle]! < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
