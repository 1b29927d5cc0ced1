import { causeOf, isOfCommand } from './error-text.js';
import { within } from './time-limit.js';

/** Time for what a report adds to a verdict: shrunk forms, pictures and pages together, and one of them. */
const ALL_MS = 60_000;
const EACH_MS = 20_000;

/**
 * Work after a verdict, which it cannot take away: each piece has a limit of time, and what fails in it is one line of the report.
 * Once the time is over, or a signal came, pieces are left out.
 */
export class Afterwards {
  private readonly lines: string[] = [];
  private readonly began = performance.now();
  private leftOut = 0;

  /** @param eachMs limit of one piece, at most that of a test. */
  constructor(
    private readonly eachMs: number = EACH_MS,
    private readonly signal?: AbortSignal,
  ) {}

  /** What is missing in the report, in one line each. */
  get lost(): readonly string[] {
    if (this.leftOut === 0) return this.lines;
    const why = this.signal?.aborted === true ? 'interrupted' : 'out of time';
    return [...this.lines, `${why}: ${this.leftOut} more pictures or pages left out`];
  }

  /** Something that is missing. */
  lose(what: string, error: unknown): void {
    if (isOfCommand(error)) throw error;
    this.lines.push(`${what}: ${causeOf(error)}`);
  }

  /** Result of an action that runs a test again; undefined where it failed or there was no time. Throws errors of the machine. */
  attempt<T>(what: string, action: () => T): T | undefined {
    const left = ALL_MS - (performance.now() - this.began);
    if (left <= 0 || this.signal?.aborted === true) {
      this.leftOut++;
      return undefined;
    }
    return this.caught(what, () => within(Math.ceil(Math.min(left, this.eachMs, EACH_MS)), action));
  }

  /** The same for what runs no test, and has all the time that it takes. */
  always<T>(what: string, action: () => T): T | undefined {
    return this.caught(what, action);
  }

  private caught<T>(what: string, action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      this.lose(what, error);
      return undefined;
    }
  }
}
