import {
  formatFullTableReason,
  joinNames,
  type OrderSearch,
  requireSameEvents,
  type SearchQuestion,
} from './checked-run.js';
import { type Marks, MarksTable } from './marks.js';

interface NamedEvent {
  readonly name: string;
  readonly marks: Marks;
}

/** An event that is enabled in a state and leads to a later event. Equal events are the same object. */
interface InitialEvent extends NamedEvent {
  readonly number: number;
  /** The id of the event's name. */
  readonly root: number;
}

/** An event somewhere after a state, with the events in between that enable it. */
interface LaterEvent {
  readonly footprint: Marks;
  /** The combined footprint of the events in between. */
  readonly cause: Marks;
  /**
   * The name ids of the state's enabled events that lead to this one, ascending. If this event is itself enabled, just
   * its own id.
   */
  readonly roots: readonly number[];
  /** The roots that do not depend on any other root, sorted by number. */
  readonly initialEvents: readonly InitialEvent[];
}

interface Step extends NamedEvent {
  /** The names of the events that it enabled. */
  readonly enabled: ReadonlySet<string>;
}

/** A step with ids instead of names. */
interface StepWithIds {
  readonly event: InitialEvent;
  readonly enabled: ReadonlySet<number>;
}

type Relation =
  /** The event and all events that it depends on commute with the step. */
  | 'none'
  /** The event and the step do not commute, and nothing else determines their order. */
  | 'race'
  /** The step precedes the later event in every order in which this form of the event occurs. */
  | 'ordered';

/** Returns how a later event depends on the step before it. */
function findRelation(table: MarksTable, step: StepWithIds, later: LaterEvent): Relation {
  const { marks } = step.event;
  for (const root of later.roots) if (step.enabled.has(root)) return 'ordered';
  if (mayAffect(table, marks, later.cause) || table.mayEnable(marks, later.footprint)) return 'ordered';
  return table.mayConflict(marks, later.footprint) ? 'race' : 'none';
}

/**
 * Returns whether an earlier event may affect a later one: they do not commute, or it may help to enable the later one.
 */
function mayAffect(table: MarksTable, earlier: Marks, later: Marks): boolean {
  return table.mayConflict(earlier, later) || table.mayEnable(earlier, later);
}

/** A later event as seen from the state before a step. */
interface EarlierView {
  readonly isRace: boolean;
  readonly event: LaterEvent;
}

/** Interns later events, so equal events are the same object. Computes how each depends on a step only once. */
class LaterEvents {
  private readonly eventsByKey = new Map<string, LaterEvent>();
  private readonly viewsByStep = new Map<string, Map<LaterEvent, EarlierView>>();
  private readonly nameIds = new Map<string, number>();
  private readonly initialEvents = new Map<string, InitialEvent>();

  constructor(private readonly table: MarksTable) {}

  /** Returns an event as seen from the state in which it is enabled. */
  toLaterEvent(event: NamedEvent): LaterEvent {
    const { none } = this.table;
    const initialEvent = this.getInitialEvent(event);
    return this.intern(event.marks, none, [initialEvent.root], [initialEvent]);
  }

  /**
   * Returns a function that takes a later event as seen from the state after the step, and returns it as seen from the
   * state before the step.
   */
  viewBefore(step: Step): (later: LaterEvent) => EarlierView {
    const event = this.getInitialEvent(step);
    const enabled = [...step.enabled].map((name) => this.getNameId(name)).sort(compareNumbers);
    const key = `${event.number}|${enabled.join()}`;
    const views = this.viewsByStep.get(key) ?? new Map<LaterEvent, EarlierView>();
    this.viewsByStep.set(key, views);
    const stepWithIds = { event, enabled: new Set(enabled) };
    return (later) => {
      let view = views.get(later);
      if (view === undefined) {
        view = this.computeView(stepWithIds, later);
        views.set(later, view);
      }
      return view;
    };
  }

  private computeView(step: StepWithIds, later: LaterEvent): EarlierView {
    const relation = findRelation(this.table, step, later);
    const event = relation === 'none' ? later : this.computeDependentView(step, later);
    return { isRace: relation === 'race', event };
  }

  /** Returns a later event as seen from the state before a step that it depends on. */
  private computeDependentView({ event, enabled }: StepWithIds, later: LaterEvent): LaterEvent {
    const { root, marks } = event;
    const roots = later.roots.filter((other) => other !== root && !enabled.has(other));
    const initialEvents = later.initialEvents.filter(
      (other) => other !== event && !enabled.has(other.root) && !mayAffect(this.table, marks, other.marks),
    );
    insert(roots, root, (number) => number);
    insert(initialEvents, event, ({ number }) => number);
    return this.intern(later.footprint, this.table.union(later.cause, marks), roots, initialEvents);
  }

  private intern(
    footprint: Marks,
    cause: Marks,
    roots: readonly number[],
    initialEvents: readonly InitialEvent[],
  ): LaterEvent {
    let key = `${footprint.id} ${cause.id}|${roots.join()}|`;
    for (const { number } of initialEvents) key += `${number},`;
    let event = this.eventsByKey.get(key);
    if (event === undefined) {
      event = { footprint, cause, roots, initialEvents };
      this.eventsByKey.set(key, event);
    }
    return event;
  }

  private getNameId(name: string): number {
    let id = this.nameIds.get(name);
    if (id === undefined) {
      id = this.nameIds.size;
      this.nameIds.set(name, id);
    }
    return id;
  }

  private getInitialEvent({ name, marks }: NamedEvent): InitialEvent {
    const key = `${name} ${marks.id}`;
    let initialEvent = this.initialEvents.get(key);
    if (initialEvent === undefined) {
      initialEvent = { name, marks, number: this.initialEvents.size, root: this.getNameId(name) };
      this.initialEvents.set(key, initialEvent);
    }
    return initialEvent;
  }
}

function compareNumbers(a: number, b: number): number {
  return a - b;
}

function insert<T>(list: T[], entry: T, getOrder: (entry: T) => number): void {
  const index = list.findIndex((other) => getOrder(other) > getOrder(entry));
  list.splice(index < 0 ? list.length : index, 0, entry);
}

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
