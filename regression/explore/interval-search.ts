import { type OrderSearch, type SearchQuestion, tableIsFull } from './judged-run.js';
import { type ScheduledWindow, Zone } from './zone.js';

/** A place on the way of the present run: the alternatives that the ranges allow, and which of them it takes. */
interface Branch {
  readonly possible: readonly number[];
  taken: number;
}

/**
 * Follows every order of events that the ranges of the knobs allow: an event comes next only if some times of all events to come let it. A
 * run ends at a state that an older run was in with all its times, or more. Nothing is left out because it commutes.
 */
export class IntervalSearch implements OrderSearch {
  states = 0;
  doubt: string | undefined;
  /** Steps at which the ranges exclude some of the next events. */
  reductions = 0;
  private readonly seen = new Map<string, (readonly number[])[]>();
  private readonly branches: Branch[] = [];
  private depth = 0;
  private zone = new Zone();

  /** @param statesMax states that are kept at most, each as often as it was met with other times. */
  constructor(
    private readonly statesMax: number,
    readonly keepsHistory: boolean,
  ) {}

  /** An event is scheduled in the present run. */
  readonly scheduled = (window: ScheduledWindow): void => this.zone.schedule(window);

  take(question: SearchQuestion, history: () => string): number | undefined {
    const { zone } = this;
    const coming = question.coming();
    zone.keep(new Set(coming.map(({ token }) => token)));
    const tokens = question.nextTokens();
    let branch = this.branches[this.depth];
    if (branch === undefined) {
      const possible = tokens.flatMap((token, place) => (zone.canCome(token) ? [place] : []));
      if (possible.length === 0) throw new Error('some event comes first');
      if (tokens.length > 1 && this.isKnown(question, coming, history)) return undefined;
      if (possible.length < tokens.length) this.reductions++;
      branch = { possible, taken: 0 };
      this.branches.push(branch);
    }
    this.depth++;
    const answer = branch.possible[branch.taken]!;
    zone.come(tokens[answer]!);
    return answer;
  }

  advance(): boolean {
    this.depth = 0;
    this.zone = new Zone();
    const { branches } = this;
    for (let last = branches.at(-1); last !== undefined; last = branches.at(-1)) {
      if (++last.taken < last.possible.length) return true;
      branches.pop();
    }
    return false;
  }

  private isKnown(
    question: SearchQuestion,
    coming: ReturnType<SearchQuestion['coming']>,
    history: () => string,
  ): boolean {
    const named = [...coming].sort((one, other) => (one.name < other.name ? -1 : 1));
    const names = named.map(({ name }) => name);
    if (new Set(names).size < names.length) this.doubt = 'two events to come could not be told apart';
    const key = `${question.fingerprint()} ${this.keepsHistory ? history() : ''} ${names.join()}`;
    const bounds = this.zone.boundsOf(named.map(({ token }) => token));
    const known = this.seen.get(key) ?? [];
    if (known.some((one) => one.every((bound, place) => bound >= bounds[place]!))) return true;
    if (this.states >= this.statesMax) {
      this.doubt = tableIsFull(this.statesMax);
      return true;
    }
    // States with fewer times than this one are met again here.
    const others = known.filter((one) => !bounds.every((bound, place) => bound >= one[place]!));
    this.states += 1 - (known.length - others.length);
    this.seen.set(key, [...others, bounds]);
    return false;
  }
}
