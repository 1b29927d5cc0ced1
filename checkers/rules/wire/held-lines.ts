import { greatestOf } from '../../../arch/index.js';

/** Maximum number of past stretches to keep, for lines that have since been refilled. */
const MAX_PAST = 64;

/** A period when a line was certainly in its bank: from its arrival to the last request served immediately. */
interface Stretch {
  from: number;
  until: number;
}

/**
 * Tracks the lines that one instruction cache bank certainly holds under any replacement policy. A line served in
 * less time than a fill takes has been there since it arrived. The bank never holds more lines than its capacity.
 */
export class HeldLines {
  /** The last stretch of each line. */
  private readonly lines = new Map<number, Stretch>();
  /** The same stretches as a list. */
  private readonly last: Stretch[] = [];
  private readonly past: Stretch[] = [];

  /** @param capacity the capacity of the bank in lines */
  constructor(private readonly capacity: number) {}

  /** Records a request for a line that the bank may not have held. The line arrives in cycle `arrives`. */
  recordFill(line: number, arrives: number): void {
    const stretch = this.lines.get(line);
    if (stretch === undefined) {
      const first = { from: arrives, until: arrives };
      this.lines.set(line, first);
      this.last.push(first);
      return;
    }
    if (stretch.until > stretch.from) {
      this.past.push({ ...stretch });
      if (this.past.length > MAX_PAST) this.past.shift();
    }
    stretch.from = arrives;
    stretch.until = arrives;
  }

  /**
   * Records that a line was served in `cycle` without a fill. Returns how many lines the bank then held at once,
   * if that exceeds its capacity.
   */
  recordHit(line: number, cycle: number): number | undefined {
    const stretch = this.lines.get(line);
    if (stretch === undefined || cycle <= stretch.until) return undefined;
    const since = stretch.until;
    stretch.until = cycle;
    // There are usually too few stretches to exceed it, and counting them allocates no lists.
    if (countAfter(this.past, since) + countAfter(this.last, since) - 1 < this.capacity) return undefined;
    const others = [...this.past, ...this.last].filter((other) => other !== stretch && other.until > since);
    const moments = [since, ...others.map(({ from }) => from).filter((from) => from > since && from < cycle)];
    const heldCount =
      greatestOf(moments.map((moment) => others.filter((other) => covers(other, moment)).length)) + 1;
    return heldCount > this.capacity ? heldCount : undefined;
  }
}

function countAfter(stretches: readonly Stretch[], cycle: number): number {
  let count = 0;
  for (let i = 0; i < stretches.length; i++) if (stretches[i]!.until > cycle) count++;
  return count;
}

function covers({ from, until }: Stretch, moment: number): boolean {
  return from <= moment && moment < until;
}
