/** The maximum number of stretches to keep. Beyond that, the oldest ones are dropped. */
const MAX_STRETCHES = 1 << 16;

/** A range of cycles in which the clock period is constant. */
interface Stretch {
  readonly cycle: number;
  readonly time: number;
  /** The time between two edges. Undefined until the second edge. */
  step: number | undefined;
  /** The last cycle of the stretch so far. */
  last: number;
}

/** Stores the times of clock edges compactly, keeping only changes in the clock period. */
export class EdgeTimes {
  private readonly stretches: Stretch[] = [];

  add(cycle: number, time: number): void {
    const current = this.stretches.at(-1);
    if (current !== undefined && cycle === current.last + 1) {
      current.step ??= time - current.time;
      if (time === current.time + current.step * (cycle - current.cycle)) {
        current.last = cycle;
        return;
      }
    }
    this.stretches.push({ cycle, time, step: undefined, last: cycle });
    if (this.stretches.length > MAX_STRETCHES) this.stretches.shift();
  }

  /** Returns the time of a cycle's edge, or undefined if it was not kept. */
  getTime(cycle: number): number | undefined {
    const stretch = this.stretches.findLast((candidate) => candidate.cycle <= cycle);
    if (stretch === undefined || cycle > stretch.last) return undefined;
    return stretch.time + (stretch.step ?? 0) * (cycle - stretch.cycle);
  }
}
