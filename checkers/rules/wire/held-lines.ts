import { greatestOf } from '../../../arch/index.js';

/** Stretches that are kept, of lines that have been filled again since. */
const PAST_MAX = 64;

/** From when a line was certainly in its bank, and up to which request that it served at once. */
interface Stretch {
  from: number;
  until: number;
}

/**
 * Lines that one bank of an instruction cache certainly held, whatever it replaces: a line that is served sooner than a fill takes has
 * lain there since it came. No more than the bank has room for lay there at one time.
 */
export class HeldLines {
  /** The last stretch of each line. */
  private readonly lines = new Map<number, Stretch>();
  private readonly past: Stretch[] = [];

  /** @param room lines of the bank */
  constructor(private readonly room: number) {}

  /** A line was asked for that the bank may not have had, and comes in cycle `arrives`. */
  filled(line: number, arrives: number): void {
    const before = this.lines.get(line);
    if (before !== undefined && before.until > before.from) {
      this.past.push(before);
      if (this.past.length > PAST_MAX) this.past.shift();
    }
    this.lines.set(line, { from: arrives, until: arrives });
  }

  /** A line was served in `cycle` without a fill; says how many lines the bank held at once, if that is more than it has room for. */
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
