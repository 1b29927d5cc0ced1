/** The instructions in a wave's fetch buffer, from `first` up to but not including `end`. */
export class FetchedRange {
  first = 0;
  end = 0;
  /** The cycle in which the wave last requested a line. */
  requestCycle = 0;
  /** The earliest cycle in which the wave can resume once it has the line. */
  earliestCycle = 0;

  /** Whether the instruction with the given index is in the buffer. */
  has(index: number): boolean {
    return index >= this.first && index < this.end;
  }
}
