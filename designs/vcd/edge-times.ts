/** Maximum number of stretches of constant period kept; a clock that stops more often loses the oldest times. */
const STRETCHES_MAX = 1 << 16;

interface Stretch {
  readonly cycle: number;
  readonly time: number;
  /** Time between two edges; undefined while there is only one. */
  step: number | undefined;
  last: number;
}

/** Times of the clock's edges, storing only the changes of its period. */
export class EdgeTimes {
  private readonly stretches: Stretch[] = [];

  add(cycle: number, time: number): void {
    const last = this.stretches.at(-1);
    if (last !== undefined && cycle === last.last + 1) {
      last.step ??= time - last.time;
      if (time === last.time + last.step * (cycle - last.cycle)) {
        last.last = cycle;
        return;
      }
    }
    this.stretches.push({ cycle, time, step: undefined, last: cycle });
    if (this.stretches.length > STRETCHES_MAX) this.stretches.shift();
  }

  /** The time of a cycle's edge; undefined if not kept. */
  timeOf(cycle: number): number | undefined {
    const stretch = this.stretches.findLast((candidate) => candidate.cycle <= cycle);
    if (stretch === undefined || cycle > stretch.last) return undefined;
    return stretch.time + (stretch.step ?? 0) * (cycle - stretch.cycle);
  }
}
