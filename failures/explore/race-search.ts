import {
  formatFullTableReason,
  joinNames,
  type OrderSearch,
  requireSameEvents,
  type SearchQuestion,
} from './checked-run.js';
import { type LaterEvent, LaterEvents, type NamedEvent } from './later-events.js';
import { MarksTable } from './marks.js';

/** An event that may occur next, and the names of the events that it blocks. */
interface NextEvent extends NamedEvent {
  readonly blockedEvents: readonly string[];
}

/** A state on the path of the current run. */
interface Node {
  readonly events: readonly NextEvent[];
  /** The index of the event taken by the current run. */
  taken: number;
  /** The names of the events that runs must take from here, including those already taken. */
  readonly pending: Set<string>;
  readonly done: Set<string>;
  /** The events after this state, in any run that passes through it. */
  readonly later: Set<LaterEvent>;
  readonly fingerprint: string | undefined;
}

/**
 * The state where a run ended: the events that may occur next, and all later events in runs that continued from there.
 */
interface RunEnd {
  readonly events: readonly NextEvent[];
  readonly later: ReadonlySet<LaterEvent>;
}

const EMPTY_END: RunEnd = { events: [], later: new Set() };

/**
 * Follows one order of events, then every order that reverses a race in it. Two events race if they do not commute and
 * nothing else determines their order (source sets: Abdulla et al., 2014). Of all orders that differ only in how
 * commuting events are arranged, it follows just one.
 *
 * A run stops when it reaches a state that has already been fully explored. To find races with the events that would
 * have followed, the search uses the footprints recorded at that state, which cover each later event and everything
 * that it depends on.
 */
export class RaceSearch implements OrderSearch {
  states = 0;
  incompleteReason: string | undefined;
  reductions = 0;
  private readonly laterEvents: LaterEvents;
  private readonly finished = new Map<string, RunEnd>();
  private readonly inProgress = new Set<string>();
  private readonly nodes: Node[] = [];
  private depth = 0;
  private end = EMPTY_END;

  /** @param maxStates maximum number of stored states. A search that needs more is reported as bounded. */
  constructor(
    private readonly maxStates: number,
    private readonly table = new MarksTable(),
  ) {
    this.laterEvents = new LaterEvents(table);
  }

  choose(question: SearchQuestion): number | undefined {
    const node = this.nodes[this.depth++];
    if (node !== undefined) return node.taken;
    return this.enter(question);
  }

  advance(): boolean {
    let { end } = this;
    this.end = EMPTY_END;
    this.depth = 0;
    for (let node = this.nodes.at(-1); node !== undefined; node = this.nodes.at(-1)) {
      this.findRaces(node, end);
      const next = node.events.findIndex(({ name }) => node.pending.has(name) && !node.done.has(name));
      if (next >= 0) {
        takeEvent(node, next);
        return true;
      }
      end = { events: node.events, later: this.leave(node) };
    }
    return false;
  }

  private enter(question: SearchQuestion): number | undefined {
    const events = question.steps().map(({ name, blockedEvents, footprint }) => {
      return { name, blockedEvents, marks: this.table.fromFootprint(footprint()) };
    });
    if (new Set(events.map(({ name }) => name)).size < events.length)
      this.incompleteReason = 'two future events could not be distinguished';
    let fingerprint: string | undefined;
    if (events.length > 1) {
      fingerprint = question.fingerprint();
      if (this.endsAt(fingerprint, events)) return undefined;
      this.inProgress.add(fingerprint);
    }
    const node: Node = {
      ...{ events, fingerprint, taken: 0 },
      ...{ pending: new Set<string>(), done: new Set<string>(), later: new Set<LaterEvent>() },
    };
    this.nodes.push(node);
    takeEvent(node, this.pickEvent(events));
    return node.taken;
  }

  /** Returns whether the run ends here: the state is known, was already visited by this run, or cannot be stored. */
  private endsAt(fingerprint: string, events: readonly NextEvent[]): boolean {
    const end = this.finished.get(fingerprint);
    if (end !== undefined) {
      requireSameEvents(joinNames(end.events), joinNames(events));
      this.end = { events, later: end.later };
    } else if (this.inProgress.has(fingerprint))
      this.incompleteReason = 'a run returned to one of its own states';
    else if (this.states + this.inProgress.size >= this.maxStates)
      this.incompleteReason = formatFullTableReason(this.maxStates);
    else return false;
    return true;
  }

  /**
   * Returns the index of the event whose name sorts first, preferring events that commute with all others so that runs
   * converge on the same states.
   */
  private pickEvent(events: readonly NamedEvent[]): number {
    let best = 0;
    let isIndependent = false;
    for (const [index, { name, marks }] of events.entries()) {
      const commutes = events.every(
        (other, otherIndex) => otherIndex === index || !this.table.mayConflict(marks, other.marks),
      );
      if (isIndependent && !commutes) continue;
      if ((commutes && !isIndependent) || name < events[best]!.name) best = index;
      isIndependent ||= commutes;
    }
    return best;
  }

  /** Finds races between the step taken from a state and all later events. */
  private findRaces(node: Node, { events, later }: RunEnd): void {
    const { laterEvents } = this;
    const takenEvent = node.events[node.taken]!;
    const others = node.events.filter(({ name }) => name !== takenEvent.name);
    const alreadyEnabled = new Set(others.map(({ name }) => name));
    for (const { blockedEvents } of node.events) for (const name of blockedEvents) alreadyEnabled.add(name);
    const next = new Set(events.map(({ name }) => name));
    const enabled = new Set(events.filter(({ name }) => !alreadyEnabled.has(name)).map(({ name }) => name));
    const viewBefore = laterEvents.viewBefore({ ...takenEvent, enabled });
    for (const event of others) {
      if (next.has(event.name)) continue;
      // The step disabled this event, so another run must take the event first.
      node.pending.add(event.name);
      node.later.add(laterEvents.toLaterEvent(event));
    }
    for (const event of later) {
      const view = viewBefore(event);
      if (view.isRace) scheduleReversal(node, event);
      node.later.add(view.event);
    }
    node.later.add(laterEvents.toLaterEvent(takenEvent));
  }

  /** Leaves a state that needs no further runs, and returns the events after it. */
  private leave(node: Node): ReadonlySet<LaterEvent> {
    this.nodes.pop();
    const { later, events } = node;
    if (node.done.size < node.events.length) this.reductions++;
    if (node.fingerprint === undefined) return later;
    this.inProgress.delete(node.fingerprint);
    this.finished.set(node.fingerprint, { events, later });
    this.states++;
    return later;
  }
}

function takeEvent(node: Node, index: number): void {
  const { name } = node.events[index]!;
  node.taken = index;
  node.pending.add(name);
  node.done.add(name);
}

/** Schedules a run that reaches the later event without taking the step first, unless one is already planned. */
function scheduleReversal({ events, pending }: Node, { initialEvents }: LaterEvent): void {
  const names = new Set(initialEvents.map(({ name }) => name));
  const leading = events.filter(
    ({ name, blockedEvents }) => names.has(name) || blockedEvents.some((blocked) => names.has(blocked)),
  );
  if (leading.some(({ name }) => pending.has(name))) return;
  const [first] = leading;
  if (first !== undefined) pending.add(first.name);
  else for (const { name } of events) pending.add(name);
}
