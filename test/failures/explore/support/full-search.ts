import {
  formatFullTableReason,
  joinNames,
  type OrderSearch,
  requireSameEvents,
  type SearchQuestion,
} from '../../../../failures/explore/checked-run.js';

/** A state with several possible next events. */
interface Branch {
  readonly alternatives: number;
  /** The index of the alternative that the current run takes. */
  current: number;
}

/**
 * Follows every event from every state, depth first, and stops a run when it reaches a state that was visited before.
 * It serves as the reference for the reductions of `RaceSearch`. Every path is rerun from the start, so only the
 * fingerprint and the names of the next events are stored for each state. Throws if two runs reach the same
 * fingerprint with different next events, which means that the fingerprint is wrong.
 */
export class FullSearch implements OrderSearch {
  /** The number of states with several next events. */
  states = 0;
  incompleteReason: string | undefined;
  readonly reductions = 0;
  /** The next events of each state, by fingerprint. */
  private readonly eventsByState = new Map<string, string>();
  private readonly branches: Branch[] = [];
  private depth = 0;

  /** @param maxStates the number of states to store, after which the search stops and counts as incomplete. */
  constructor(private readonly maxStates = 1_000_000) {}

  choose(question: SearchQuestion): number | undefined {
    const { alternatives } = question;
    if (alternatives === 1) return 0;
    if (this.depth < this.branches.length) {
      return this.branches[this.depth++]!.current;
    }
    if (this.isKnown(question)) return undefined;
    this.branches.push({ alternatives, current: 0 });
    this.depth++;
    return 0;
  }

  advance(): boolean {
    this.depth = 0;
    const { branches } = this;
    for (let last = branches.at(-1); last !== undefined; last = branches.at(-1)) {
      if (++last.current < last.alternatives) return true;
      branches.pop();
    }
    return false;
  }

  private isKnown(question: SearchQuestion): boolean {
    const fingerprint = question.fingerprint();
    const events = joinNames(question.steps());
    const known = this.eventsByState.get(fingerprint);
    if (known !== undefined) {
      requireSameEvents(known, events);
      return true;
    }
    if (this.eventsByState.size >= this.maxStates) {
      this.incompleteReason = formatFullTableReason(this.maxStates);
      return true;
    }
    this.eventsByState.set(fingerprint, events);
    this.states++;
    return false;
  }
}
