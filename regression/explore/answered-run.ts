import type { OrderSearch, OrderSource, SearchQuestion } from './judged-run.js';

/** A question of which a search looked at the events. */
export interface AskedQuestion {
  /** Absent where the search did not look at it. */
  readonly fingerprint: string | undefined;
  readonly history: string;
  readonly steps: ReturnType<SearchQuestion['steps']>;
}

/** What a reduced search was asked in one run. */
export interface AnsweredRun {
  /** Questions that it answered from what it knew, before all others. */
  readonly known: number;
  readonly asked: readonly AskedQuestion[];
  /** The last question ended the run. */
  readonly ended: boolean;
}

/** What a search of orders does not ask for. */
const NO_TIMES: Pick<SearchQuestion, 'coming' | 'nextTokens'> = { coming: () => [], nextTokens: () => [] };

/** Passes the questions of one run on to a search, and notes them. */
export class NotingSource implements OrderSource {
  readonly keepsHistory: boolean;
  private known = 0;
  private readonly asked: AskedQuestion[] = [];
  private ended = false;

  constructor(private readonly search: OrderSource) {
    this.keepsHistory = search.keepsHistory;
  }

  get answered(): AnsweredRun {
    const { known, asked, ended } = this;
    return { known, asked, ended };
  }

  take(question: SearchQuestion, history: () => string): number | undefined {
    let steps: AskedQuestion['steps'] | undefined;
    let fingerprint: string | undefined;
    let past = '';
    const answer = this.search.take(
      {
        ...question,
        // Footprints are those of this moment, so they are found now.
        steps: () =>
          (steps ??= question.steps().map(({ name, heldUp, footprint }) => {
            const parts = footprint();
            return { name, heldUp, footprint: () => parts };
          })),
        fingerprint: () => (fingerprint ??= question.fingerprint()),
      },
      () => (past = history()),
    );
    if (steps === undefined) this.known++;
    else this.asked.push({ fingerprint, history: past, steps });
    this.ended = answer === undefined;
    return answer;
  }
}

/**
 * Asks a search what it was asked in a run, without the device.
 *
 * @throws Error where the search does not answer as it did.
 */
export function askAgain(search: OrderSearch, { known, asked, ended }: AnsweredRun): void {
  const notKnown = (): never => {
    throw new Error('a search that goes on knows less than it did');
  };
  for (let place = 0; place < known; place++)
    search.take({ ...NO_TIMES, alternatives: 1, steps: notKnown, fingerprint: notKnown }, notKnown);
  for (const [place, { fingerprint, history, steps }] of asked.entries()) {
    const answer = search.take(
      {
        ...NO_TIMES,
        alternatives: steps.length,
        steps: () => steps,
        fingerprint: () => fingerprint ?? notKnown(),
      },
      () => history,
    );
    // Its table of states may be smaller than it was.
    if (search.doubt !== undefined) return;
    if ((answer === undefined) !== (ended && place === asked.length - 1))
      throw new Error('a search that goes on answers in another way than it did');
  }
}
