/** A loop that a wave never leaves. */
export interface EndlessLoop {
  /** Indices of its first and last instruction. */
  readonly first: number;
  readonly last: number;
  /** `no-way-out`: no path leads from it to an end. `same-state`: each round ends as the one before it. */
  readonly why: 'no-way-out' | 'same-state';
}

/** What the search for endless loops keeps of a wave. */
export class WaveLoops {
  /** Branches back so far, and the instructions between which the last one went round. */
  rounds = 0;
  first = -1;
  last = -1;
  /** The loop in which it rests for ever, or until something new begins. */
  endless: EndlessLoop | undefined;
  /** Address that its first lane loaded from last, -1 for none. */
  loadedFrom = -1;
  /** Instructions executed so far. */
  executed = 0;

  reset(): void {
    this.rounds = 0;
    this.first = -1;
    this.last = -1;
    this.endless = undefined;
    this.loadedFrom = -1;
    this.executed = 0;
  }
}
