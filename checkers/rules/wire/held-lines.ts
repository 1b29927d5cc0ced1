import { findMax } from '../../../arch/index.js';

/** Maximum number of past periods kept for lines that have since been refilled. */
const MAX_PAST_PERIODS = 64;

/**
 * A period in which a line is known to have been in its bank: from its arrival to the last request served without a
 * fill.
 */
interface Period {
  from: number;
  until: number;
}

/**
 * Tracks the lines that one instruction cache bank must hold, whatever its replacement policy. A line served faster
 * than a fill takes must have been there since it arrived. The bank never holds more lines than its capacity.
 */
export class HeldLines {
  /** The last period of each line. */
  private readonly lines = new Map<number, Period>();
  /** The values of `lines`, in an array. */
  private readonly latest: Period[] = [];
  private readonly past: Period[] = [];

  /** @param capacity the capacity of the bank in lines */
  constructor(private readonly capacity: number) {}

  /** Records a request for a line that the bank may not have held. The line arrives in cycle `arrivalCycle`. */
  recordFill(line: number, arrivalCycle: number): void {
    const period = this.lines.get(line);
    if (period === undefined) {
      const first = { from: arrivalCycle, until: arrivalCycle };
      this.lines.set(line, first);
      this.latest.push(first);
      return;
    }
    if (period.until > period.from) {
      this.past.push({ ...period });
      if (this.past.length > MAX_PAST_PERIODS) this.past.shift();
    }
    period.from = arrivalCycle;
    period.until = arrivalCycle;
  }

  /**
   * Records that a line was served in `cycle` without a fill. Returns how many lines the bank must have held at
   * once, if that exceeds its capacity.
   */
  recordHit(line: number, cycle: number): number | undefined {
    const period = this.lines.get(line);
    if (period === undefined || cycle <= period.until) return undefined;
    const since = period.until;
    period.until = cycle;
    // Fast path: there are usually too few periods to exceed the capacity, and counting them does not allocate.
    if (countAfter(this.past, since) + countAfter(this.latest, since) - 1 < this.capacity) return undefined;
    const others = [...this.past, ...this.latest].filter((other) => other !== period && other.until > since);
    const startCycles = [
      since,
      ...others.map(({ from }) => from).filter((from) => from > since && from < cycle),
    ];
    const heldCount =
      findMax(startCycles.map((start) => others.filter((other) => covers(other, start)).length)) + 1;
    return heldCount > this.capacity ? heldCount : undefined;
  }
}

function countAfter(periods: readonly Period[], cycle: number): number {
  let count = 0;
  for (let i = 0; i < periods.length; i++) if (periods[i]!.until > cycle) count++;
  return count;
}

function covers({ from, until }: Period, cycle: number): boolean {
  return from <= cycle && cycle < until;
}
