import type { OrderQuestion } from '../../rtl-model/index.js';

/** A state with several events to follow, and the one that the present run takes. */
interface Branch {
  readonly places: readonly number[];
  taken: number;
}

/**
 * Follows every event of every state, and ends a run at a state that an older one has been in. Depth first, by runs from
 * the beginning: no state is stored, only its fingerprint. Two runs that come to one fingerprint with different next events are
 * an error of the fingerprint, and end the search.
 *
 * With `reduced`, events that touch nothing but a wave that is on its own come first, and no other order of them is followed. That rests on
 * which lines of memory no store reaches: the search begins with none stored to, and begins again when it meets a store to
 * a line that it took for read-only.
 */
export class FullSearch {
  /** States with several events to follow. */
  states = 0;
  /** Why "complete" cannot be said, whatever else happens; undefined as long as it can. */
  doubt: string | undefined;
  /** Steps at which only some of the next events had to be followed. */
  reductions = 0;
  /** How often the search began again, since a store reached a line that was taken for read-only. */
  restarts = 0;
  /** Next events by fingerprint. */
  private readonly seen = new Map<string, string>();
  private readonly branches: Branch[] = [];
  private readonly stored = new Set<string>();
  private readonly isReadOnly = (line: number): boolean => !this.stored.has(`line ${line}`);
  private depth = 0;
  private steps = 0;
  private assumedTooMuch = false;

  /** @param statesMax states that are kept at most; the search ends as bounded beyond them. */
  constructor(
    private readonly statesMax: number,
    private readonly reduced: boolean,
    private readonly keepsHistory: boolean,
  ) {}

  /** The alternative that the present run takes; undefined ends it, since what would follow has been seen. */
  take(question: OrderQuestion, history: () => string): number | undefined {
    if (++this.steps > STEPS_MAX) {
      this.doubt = `a run of more than ${STEPS_MAX} events`;
      return undefined;
    }
    const place = this.placeOf(question, history);
    if (place !== undefined && this.reduced) this.noteStores(question, place);
    return place;
  }

  /** After a run: moves to the next one; false when every order has been followed. */
  advance(): boolean {
    this.depth = 0;
    this.steps = 0;
    if (this.assumedTooMuch) return this.restart();
    const { branches } = this;
    for (let last = branches.at(-1); last !== undefined; last = branches.at(-1)) {
      if (++last.taken < last.places.length) return true;
      branches.pop();
    }
    return false;
  }

  private placeOf(question: OrderQuestion, history: () => string): number | undefined {
    const { alternatives } = question;
    if (alternatives === 1) return 0;
    const toFollow = this.reduced ? question.toFollow(this.isReadOnly) : undefined;
    if (toFollow !== undefined) this.reductions++;
    if (toFollow?.length === 1) return toFollow[0];
    if (this.depth < this.branches.length) {
      const { places, taken } = this.branches[this.depth++]!;
      return places[taken];
    }
    if (this.isKnown(question, history())) return undefined;
    const places = toFollow ?? Array.from({ length: alternatives }, (_, at) => at);
    this.branches.push({ places, taken: 0 });
    this.depth++;
    return places[0];
  }

  private isKnown(question: OrderQuestion, history: string): boolean {
    const fingerprint = question.fingerprint() + (this.keepsHistory ? history : '');
    const events = question
      .steps()
      .map(({ subject: { unit, wave, index } }) => `${unit} ${wave ?? index}`)
      .sort()
      .join();
    const before = this.seen.get(fingerprint);
    if (before !== undefined && before !== events && !hasRecords(before))
      throw new Error(`one fingerprint has two sets of next events: ${before} and ${events}`);
    if (before !== undefined) return true;
    if (this.seen.size >= this.statesMax) {
      this.doubt = `the table of states is full (${this.statesMax})`;
      return true;
    }
    this.seen.set(fingerprint, events);
    this.states++;
    return false;
  }

  private noteStores(question: OrderQuestion, place: number): void {
    const step = question.steps()[place]!;
    if (step.subject.unit !== 'PERFORM') return;
    for (const part of step.footprint().writes) {
      if (!part.startsWith('line') || this.stored.has(part)) continue;
      this.stored.add(part);
      this.assumedTooMuch = true;
    }
  }

  private restart(): true {
    this.assumedTooMuch = false;
    this.restarts++;
    this.states = 0;
    this.reductions = 0;
    this.seen.clear();
    this.branches.length = 0;
    return true;
  }
}

/** Events of one run at most; far more than a scene of a few waves has. */
const STEPS_MAX = 20_000;

/** Whether events are told by records, which have other numbers in other orders. */
function hasRecords(events: string): boolean {
  return events.includes('LDS ');
}
