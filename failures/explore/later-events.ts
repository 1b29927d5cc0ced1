import type { Marks, MarksTable } from './marks.js';

/** An event with its name and footprint. */
export interface NamedEvent {
  readonly name: string;
  readonly marks: Marks;
}

/** An event that leads to a later one; equal ones are one object. */
interface FirstEvent extends NamedEvent {
  readonly number: number;
  /** Number of the event's name. */
  readonly root: number;
}

/** An event somewhere after a state, and the intermediate events needed to enable it. */
export interface LaterEvent {
  /** What the event itself touches. */
  readonly own: Marks;
  /** What the intermediate events touch. */
  readonly cause: Marks;
  /** Which of the state's next events lead to it (or are it), as name numbers in ascending order. */
  readonly roots: readonly number[];
  /** The roots that depend on no other root, by number. */
  readonly firsts: readonly FirstEvent[];
}

/** An event that a run took, with the events that it enabled. */
export interface Step extends NamedEvent {
  /** Names of the events that it enabled. */
  readonly opened: ReadonlySet<string>;
}

/** A step with numbered names. */
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
  /** The step occurs first in every order in which the later event occurs in this form. */
  | 'ordered';

/** How a later event depends on the preceding step. */
function relationOf(table: MarksTable, step: NumberedStep, later: LaterEvent): Relation {
  const { marks } = step.first;
  for (const root of later.roots) if (step.opened.has(root)) return 'ordered';
  if (precedes(table, marks, later.cause) || table.mayEnable(marks, later.own)) return 'ordered';
  return table.areInConflict(marks, later.own) ? 'race' : 'none';
}

/** Whether an earlier event may affect a later one: they do not commute, or it may help to enable the later one. */
function precedes(table: MarksTable, earlier: Marks, later: Marks): boolean {
  return table.areInConflict(earlier, later) || table.mayEnable(earlier, later);
}

/** A later event, as seen before a step. */
export interface SeenBefore {
  readonly isRace: boolean;
  readonly event: LaterEvent;
}

/** Later events: equal ones are one object, and each dependence on a step is computed once. */
export class LaterEvents {
  private readonly byKey = new Map<string, LaterEvent>();
  private readonly bySteps = new Map<string, Map<LaterEvent, SeenBefore>>();
  /** Numbers by name. */
  private readonly names = new Map<string, number>();
  private readonly firsts = new Map<string, FirstEvent>();

  constructor(private readonly table: MarksTable) {}

  /** The event as seen from the state that it follows directly. */
  itself(event: NamedEvent): LaterEvent {
    const { none } = this.table;
    const first = this.firstOf(event);
    return this.intern(event.marks, none, [first.root], [first]);
  }

  /** How an event after a step is seen from before the step. */
  before(step: Step): (later: LaterEvent) => SeenBefore {
    const first = this.firstOf(step);
    const opened = [...step.opened].map((name) => this.numberOf(name)).sort(ascending);
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
    const relation = relationOf(this.table, step, later);
    const event = relation === 'none' ? later : this.seenFrom(step, later);
    return { isRace: relation === 'race', event };
  }

  /** A later event that depends on a step, as seen before the step. */
  private seenFrom({ first, opened }: NumberedStep, later: LaterEvent): LaterEvent {
    const { root, marks } = first;
    const roots = later.roots.filter((one) => one !== root && !opened.has(one));
    const firsts = later.firsts.filter(
      (one) => one !== first && !opened.has(one.root) && !precedes(this.table, marks, one.marks),
    );
    insert(roots, root, (one) => one);
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

  private numberOf(name: string): number {
    let number = this.names.get(name);
    if (number === undefined) {
      number = this.names.size;
      this.names.set(name, number);
    }
    return number;
  }

  private firstOf({ name, marks }: NamedEvent): FirstEvent {
    const key = `${name} ${marks.number}`;
    let first = this.firsts.get(key);
    if (first === undefined) {
      first = { name, marks, number: this.firsts.size, root: this.numberOf(name) };
      this.firsts.set(key, first);
    }
    return first;
  }
}

function ascending(one: number, other: number): number {
  return one - other;
}

/** Inserts an entry into an ascending list. */
function insert<T>(list: T[], entry: T, numberOf: (entry: T) => number): void {
  const place = list.findIndex((one) => numberOf(one) > numberOf(entry));
  list.splice(place < 0 ? list.length : place, 0, entry);
}
