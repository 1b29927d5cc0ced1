import { greatestOf } from '../../../arch/index.js';

/** Maximum number of past stretches kept, of lines filled again since. */
const PAST_MAX = 64;

/** When a line was certainly in its bank: from this cycle to the last request served immediately. */
interface Stretch {
  from: number;
  until: number;
}

/**
 * Lines certainly held by one instruction cache bank, whatever it replaces: a line served sooner than a fill takes has been there
 * since it arrived. No more than its capacity were there at one time.
 */
export class HeldLines {
  /** Each line's last stretch. */
  private readonly lines = new Map<number, Stretch>();
  private readonly past: Stretch[] = [];

  /** @param room capacity of the bank in lines */
  constructor(private readonly room: number) {}

  /** A line the bank may not have had was requested, and arrives in cycle `arrives`. */
  filled(line: number, arrives: number): void {
    const before = this.lines.get(line);
    if (before !== undefined && before.until > before.from) {
      this.past.push(before);
      if (this.past.length > PAST_MAX) this.past.shift();
    }
    this.lines.set(line, { from: arrives, until: arrives });
  }

  /** A line was served in `cycle` without a fill; returns how many lines the bank held at once, if more than its capacity. */
  served(line: number, cycle: number): number | undefined {
    const own = this.lines.get(line);
    if (own === undefined || cycle <= own.until) return undefined;
    const since = own.until;
    own.until = cycle;
    const others = [...this.past, ...this.lines.values()].filter(
      (other) => other !== own && other.until > since,
    );
    if (others.length < this.room) return undefined;
    const moments = [since, ...others.map(({ from }) => from).filter((from) => from > since && from < cycle)];
    const held =
      greatestOf(moments.map((moment) => others.filter((other) => covers(other, moment)).length)) + 1;
    return held > this.room ? held : undefined;
  }
}

function covers({ from, until }: Stretch, moment: number): boolean {
  return from <= moment && moment < until;
}
