import type { Marks, MarksTable } from './marks.js';

/** An event's name and footprint. */
export interface NamedEvent {
  readonly name: string;
  readonly marks: Marks;
}

/** An event that leads to a later one. Equal events are the same object. */
interface FirstEvent extends NamedEvent {
  readonly number: number;
  /** The number of the event's name. */
  readonly root: number;
}

/** An event somewhere after a state, with the events in between that enable it. */
export interface LaterEvent {
  /** The event's own footprint. */
  readonly own: Marks;
  /** The combined footprint of the events in between. */
  readonly cause: Marks;
  /** The name numbers of the state's next events that lead to it (or of the event itself), in ascending order. */
  readonly roots: readonly number[];
  /** The roots that depend on no other root, sorted by number. */
  readonly firsts: readonly FirstEvent[];
}

/** An executed event and the events that it enabled. */
export interface Step extends NamedEvent {
  /** The names of the events that it enabled. */
  readonly enabled: ReadonlySet<string>;
}

/** A step with numbers instead of names. */
interface NumberedStep {
  readonly first: FirstEvent;
  readonly enabled: ReadonlySet<number>;
}

/** How a later event depends on a step. */
type Relation =
  /** The event and all events that it depends on commute with the step. */
  | 'none'
  /** The event and the step do not commute, and nothing else determines their order. */
  | 'race'
  /** The step comes first in every order in which the later event occurs in this form. */
  | 'ordered';

/** Returns how a later event depends on the step before it. */
function findRelation(table: MarksTable, step: NumberedStep, later: LaterEvent): Relation {
  const { marks } = step.first;
  for (const root of later.roots) if (step.enabled.has(root)) return 'ordered';
  if (mayAffect(table, marks, later.cause) || table.mayEnable(marks, later.own)) return 'ordered';
  return table.areInConflict(marks, later.own) ? 'race' : 'none';
}

/**
 * Returns whether an earlier event may affect a later one: they do not commute, or it may help to enable the later one.
 */
function mayAffect(table: MarksTable, earlier: Marks, later: Marks): boolean {
  return table.areInConflict(earlier, later) || table.mayEnable(earlier, later);
}

/** A later event, as seen from before a step. */
export interface EarlierView {
  readonly isRace: boolean;
  readonly event: LaterEvent;
}

/** Interns later events, so equal events are the same object. Computes how each depends on a step only once. */
export class LaterEvents {
  private readonly eventsByKey = new Map<string, LaterEvent>();
  private readonly viewsByStep = new Map<string, Map<LaterEvent, EarlierView>>();
  /** The number assigned to each name. */
  private readonly names = new Map<string, number>();
  private readonly firsts = new Map<string, FirstEvent>();

  constructor(private readonly table: MarksTable) {}

  /** Returns an event as seen from the state that it directly follows. */
  asNextEvent(event: NamedEvent): LaterEvent {
    const { none } = this.table;
    const first = this.getFirst(event);
    return this.intern(event.marks, none, [first.root], [first]);
  }

  /** Returns a function that converts a later event from its view after the step to its view before it. */
  viewBefore(step: Step): (later: LaterEvent) => EarlierView {
    const first = this.getFirst(step);
    const enabled = [...step.enabled].map((name) => this.getNumber(name)).sort(compareNumbers);
    const key = `${first.number}|${enabled.join()}`;
    const views = this.viewsByStep.get(key) ?? new Map<LaterEvent, EarlierView>();
    this.viewsByStep.set(key, views);
    const numbered = { first, enabled: new Set(enabled) };
    return (later) => {
      let view = views.get(later);
      if (view === undefined) {
        view = this.computeView(numbered, later);
        views.set(later, view);
      }
      return view;
    };
  }

  private computeView(step: NumberedStep, later: LaterEvent): EarlierView {
    const relation = findRelation(this.table, step, later);
    const event = relation === 'none' ? later : this.computeDependentView(step, later);
    return { isRace: relation === 'race', event };
  }

  /** Returns the view of a later event from before a step on which it depends. */
  private computeDependentView({ first, enabled }: NumberedStep, later: LaterEvent): LaterEvent {
    const { root, marks } = first;
    const roots = later.roots.filter((other) => other !== root && !enabled.has(other));
    const firsts = later.firsts.filter(
      (other) => other !== first && !enabled.has(other.root) && !mayAffect(this.table, marks, other.marks),
    );
    insert(roots, root, (number) => number);
    insert(firsts, first, ({ number }) => number);
    return this.intern(later.own, this.table.union(later.cause, marks), roots, firsts);
  }

  private intern(
    own: Marks,
    cause: Marks,
    roots: readonly number[],
    firsts: readonly FirstEvent[],
  ): LaterEvent {
    let key = `${own.number} ${cause.number}|${roots.join()}|`;
    for (const { number } of firsts) key += `${number},`;
    let event = this.eventsByKey.get(key);
    if (event === undefined) {
      event = { own, cause, roots, firsts };
      this.eventsByKey.set(key, event);
    }
    return event;
  }

  private getNumber(name: string): number {
    let number = this.names.get(name);
    if (number === undefined) {
      number = this.names.size;
      this.names.set(name, number);
    }
    return number;
  }

  private getFirst({ name, marks }: NamedEvent): FirstEvent {
    const key = `${name} ${marks.number}`;
    let first = this.firsts.get(key);
    if (first === undefined) {
      first = { name, marks, number: this.firsts.size, root: this.getNumber(name) };
      this.firsts.set(key, first);
    }
    return first;
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
