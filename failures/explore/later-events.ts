import type { Marks, MarksTable } from './marks.js';

/** An event's name and footprint. */
export interface NamedEvent {
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
export interface LaterEvent {
  /** The event's own footprint. */
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

/** An executed event and the events that it enabled. */
interface Step extends NamedEvent {
  /** The names of the events that it enabled. */
  readonly enabled: ReadonlySet<string>;
}

/** A step with ids instead of names. */
interface StepWithIds {
  readonly event: InitialEvent;
  readonly enabled: ReadonlySet<number>;
}

/** How a later event depends on a step. */
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
export class LaterEvents {
  private readonly eventsByKey = new Map<string, LaterEvent>();
  private readonly viewsByStep = new Map<string, Map<LaterEvent, EarlierView>>();
  /** The id assigned to each name. */
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

/** Inserts an entry into a list in ascending order. */
function insert<T>(list: T[], entry: T, getOrder: (entry: T) => number): void {
  const index = list.findIndex((other) => getOrder(other) > getOrder(entry));
  list.splice(index < 0 ? list.length : index, 0, entry);
}
