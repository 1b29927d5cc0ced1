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
  /** The state's next events that lead to it (or are it), as name numbers in ascending order. */
  readonly roots: readonly number[];
  /** The roots that depend on no other root, sorted by number. */
  readonly firsts: readonly FirstEvent[];
}

/** An executed event and the events that it enabled. */
export interface Step extends NamedEvent {
  /** The names of the events that it enabled. */
  readonly opened: ReadonlySet<string>;
}

/** A step with numbers instead of names. */
interface NumberedStep {
  readonly first: FirstEvent;
  readonly opened: ReadonlySet<number>;
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
  for (const root of later.roots) if (step.opened.has(root)) return 'ordered';
  if (precedes(table, marks, later.cause) || table.mayEnable(marks, later.own)) return 'ordered';
  return table.areInConflict(marks, later.own) ? 'race' : 'none';
}

/**
 * Returns whether an earlier event may affect a later one: they do not commute, or it may help to enable the later one.
 */
function precedes(table: MarksTable, earlier: Marks, later: Marks): boolean {
  return table.areInConflict(earlier, later) || table.mayEnable(earlier, later);
}

/** A later event, as seen from before a step. */
export interface SeenBefore {
  readonly isRace: boolean;
  readonly event: LaterEvent;
}

/** Stores later events. Equal ones are the same object, and each one's dependence on a step is computed only once. */
export class LaterEvents {
  private readonly byKey = new Map<string, LaterEvent>();
  private readonly bySteps = new Map<string, Map<LaterEvent, SeenBefore>>();
  /** The number of each name. */
  private readonly names = new Map<string, number>();
  private readonly firsts = new Map<string, FirstEvent>();

  constructor(private readonly table: MarksTable) {}

  /** Returns an event as seen from the state that it directly follows. */
  asNextEvent(event: NamedEvent): LaterEvent {
    const { none } = this.table;
    const first = this.getFirst(event);
    return this.intern(event.marks, none, [first.root], [first]);
  }

  /** Returns a function that converts an event as seen from after the step to how it is seen from before the step. */
  viewBefore(step: Step): (later: LaterEvent) => SeenBefore {
    const first = this.getFirst(step);
    const opened = [...step.opened].map((name) => this.getNumber(name)).sort(ascending);
    const key = `${first.number}|${opened.join()}`;
    const known = this.bySteps.get(key) ?? new Map<LaterEvent, SeenBefore>();
    this.bySteps.set(key, known);
    const numbered = { first, opened: new Set(opened) };
    return (later) => {
      let seen = known.get(later);
      if (seen === undefined) {
        seen = this.computeSeen(numbered, later);
        known.set(later, seen);
      }
      return seen;
    };
  }

  private computeSeen(step: NumberedStep, later: LaterEvent): SeenBefore {
    const relation = findRelation(this.table, step, later);
    const event = relation === 'none' ? later : this.seenFrom(step, later);
    return { isRace: relation === 'race', event };
  }

  /** Returns how a later event that depends on a step is seen from before the step. */
  private seenFrom({ first, opened }: NumberedStep, later: LaterEvent): LaterEvent {
    const { root, marks } = first;
    const roots = later.roots.filter((other) => other !== root && !opened.has(other));
    const firsts = later.firsts.filter(
      (other) => other !== first && !opened.has(other.root) && !precedes(this.table, marks, other.marks),
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
    let known = this.byKey.get(key);
    if (known === undefined) {
      known = { own, cause, roots, firsts };
      this.byKey.set(key, known);
    }
    return known;
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

function ascending(a: number, b: number): number {
  return a - b;
}

/** Inserts an entry into a list in ascending order. */
function insert<T>(list: T[], entry: T, numberOf: (entry: T) => number): void {
  const index = list.findIndex((other) => numberOf(other) > numberOf(entry));
  list.splice(index < 0 ? list.length : index, 0, entry);
}
