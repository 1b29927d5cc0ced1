import {
  fullTableReason,
  namesOf,
  type OrderSearch,
  requireSameEvents,
  type SearchQuestion,
} from './judged-run.js';
import { type LaterEvent, LaterEvents, type NamedEvent } from './later-events.js';
import { MarksTable } from './marks.js';

/** A possible next event, and the names of those it holds up. */
interface ComingEvent extends NamedEvent {
  readonly blockedEvents: readonly string[];
}

/** A state on the current run's path. */
interface Node {
  readonly events: readonly ComingEvent[];
  /** Index of the event that the current run takes. */
  taken: number;
  /** Names of the events to take from here in some run. */
  readonly toTake: Set<string>;
  readonly done: Set<string>;
  /** Events after this state, in any run through it. */
  readonly later: Set<LaterEvent>;
  readonly fingerprint: string | undefined;
}

/** Where a run ended: its possible next events, and all later events in runs that continued. */
interface RunEnd {
  readonly events: readonly ComingEvent[];
  readonly later: ReadonlySet<LaterEvent>;
}

const AT_REST: RunEnd = { events: [], later: new Set() };

/**
 * Follows one order of events, then each order that reverses a race in it. A race is two events that do not commute and whose
 * order nothing else determines (source sets: Abdulla and others, 2014). Of orders that differ only in commuting events, it
 * follows one.
 *
 * A run stops at a state from which an earlier run has reached its end. Races with later events are then found from that
 * state's record of them: what each later event touches, and what the events it depends on touch.
 */
export class RaceSearch implements OrderSearch {
  states = 0;
  incompleteBecause: string | undefined;
  reductions = 0;
  private readonly laterEvents: LaterEvents;
  private readonly finished = new Map<string, RunEnd>();
  private readonly underWay = new Set<string>();
  private readonly nodes: Node[] = [];
  private depth = 0;
  private end = AT_REST;

  /** @param statesMax maximum stored states, beyond which the search ends as bounded. */
  constructor(
    private readonly statesMax: number,
    private readonly table = new MarksTable(),
  ) {
    this.laterEvents = new LaterEvents(table);
  }

  take(question: SearchQuestion): number | undefined {
    const node = this.nodes[this.depth++];
    if (node !== undefined) return node.taken;
    return this.enter(question);
  }

  advance(): boolean {
    let { end } = this;
    this.end = AT_REST;
    this.depth = 0;
    for (let node = this.nodes.at(-1); node !== undefined; node = this.nodes.at(-1)) {
      this.findRaces(node, end);
      const next = node.events.findIndex(({ name }) => node.toTake.has(name) && !node.done.has(name));
      if (next >= 0) {
        take(node, next);
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
      this.incompleteBecause = 'two future events could not be distinguished';
    let fingerprint: string | undefined;
    if (events.length > 1) {
      fingerprint = question.fingerprint();
      if (this.endsAt(fingerprint, events)) return undefined;
      this.underWay.add(fingerprint);
    }
    const node: Node = {
      ...{ events, fingerprint, taken: 0 },
      ...{ toTake: new Set<string>(), done: new Set<string>(), later: new Set<LaterEvent>() },
    };
    this.nodes.push(node);
    take(node, this.preferredEvent(events));
    return node.taken;
  }

  /** Whether the run ends here: the state is known, was already passed in this run, or cannot be stored. */
  private endsAt(fingerprint: string, events: readonly ComingEvent[]): boolean {
    const end = this.finished.get(fingerprint);
    if (end !== undefined) {
      requireSameEvents(namesOf(end.events), namesOf(events));
      this.end = { events, later: end.later };
    } else if (this.underWay.has(fingerprint))
      this.incompleteBecause = 'a run returned to one of its own states';
    else if (this.states + this.underWay.size >= this.statesMax)
      this.incompleteBecause = fullTableReason(this.statesMax);
    else return false;
    return true;
  }

  /**
   * Index of the first event by name, among those that commute with all others if there are any, so that runs reach the
   * same states.
   */
  private preferredEvent(events: readonly NamedEvent[]): number {
    let best = 0;
    let isIndependent = false;
    for (const [place, { name, marks }] of events.entries()) {
      const commutes = events.every(
        (other, at) => at === place || !this.table.areInConflict(marks, other.marks),
      );
      if (isIndependent && !commutes) continue;
      if ((commutes && !isIndependent) || name < events[best]!.name) best = place;
      isIndependent ||= commutes;
    }
    return best;
  }

  /** Finds races between the step taken from a state and all later events. */
  private findRaces(node: Node, { events, later }: RunEnd): void {
    const { laterEvents } = this;
    const taken = node.events[node.taken]!;
    const others = node.events.filter(({ name }) => name !== taken.name);
    const open = new Set(others.map(({ name }) => name));
    for (const { blockedEvents } of node.events) for (const name of blockedEvents) open.add(name);
    const next = new Set(events.map(({ name }) => name));
    const opened = new Set(events.filter(({ name }) => !open.has(name)).map(({ name }) => name));
    const before = laterEvents.before({ ...taken, opened });
    for (const event of others) {
      if (next.has(event.name)) continue;
      // The step disabled the event, which must therefore come first.
      node.toTake.add(event.name);
      node.later.add(laterEvents.itself(event));
    }
    for (const event of later) {
      const seen = before(event);
      if (seen.isRace) reverse(node, event);
      node.later.add(seen.event);
    }
    node.later.add(laterEvents.itself(taken));
  }

  /** Leaves a state when no further run from it is needed; returns the events after it. */
  private leave(node: Node): ReadonlySet<LaterEvent> {
    this.nodes.pop();
    const { later, events } = node;
    if (node.done.size < node.events.length) this.reductions++;
    if (node.fingerprint === undefined) return later;
    this.underWay.delete(node.fingerprint);
    this.finished.set(node.fingerprint, { events, later });
    this.states++;
    return later;
  }
}

function take(node: Node, place: number): void {
  const { name } = node.events[place]!;
  node.taken = place;
  node.toTake.add(name);
  node.done.add(name);
}

/** Schedules a run that reaches the later event without the step, unless one already exists. */
function reverse({ events, toTake }: Node, { firsts }: LaterEvent): void {
  const names = new Set(firsts.map(({ name }) => name));
  const leading = events.filter(
    ({ name, blockedEvents }) => names.has(name) || blockedEvents.some((one) => names.has(one)),
  );
  if (leading.some(({ name }) => toTake.has(name))) return;
  const [first] = leading;
  if (first !== undefined) toTake.add(first.name);
  else for (const { name } of events) toTake.add(name);
}
