import type { Marks, MarksTable } from './marks.js';

/** An event by its name, and what it touches. */
export interface NamedEvent {
  readonly name: string;
  readonly marks: Marks;
}

/** An event that comes somewhere after a state, and what has to come between the two for it to come. */
export interface LaterEvent {
  /** What it touches. */
  readonly own: Marks;
  /** What those events touch after the state that it depends on. */
  readonly cause: Marks;
  /** Which of the state's next events it goes back to, itself included; by name. */
  readonly roots: ReadonlySet<string>;
  /** Those of its roots that depend on no other. */
  readonly firsts: readonly NamedEvent[];
}

/** What one step does to the events that come after it. */
export interface Step extends NamedEvent {
  /** Names of the events that may come next only since it came. */
  readonly opened: ReadonlySet<string>;
}

/** How a later event depends on a step. */
type Relation =
  /** The two commute, and so do all events on which the later one depends. */
  | 'none'
  /** They do not commute, and nothing else keeps them in this order. */
  | 'race'
  /** The step comes first in every order in which the later event comes like this. */
  | 'ordered';

/** How a later event depends on the step before. */
function relationOf(table: MarksTable, step: Step, later: LaterEvent): Relation {
  for (const name of later.roots) if (step.opened.has(name)) return 'ordered';
  if (precedes(table, step.marks, later.cause) || table.lets(step.marks, later.own)) return 'ordered';
  return table.areInConflict(step.marks, later.own) ? 'race' : 'none';
}

/** Whether an event that comes before others, in this order, may have a part in what they do. */
function precedes(table: MarksTable, earlier: Marks, later: Marks): boolean {
  return table.areInConflict(earlier, later) || table.lets(earlier, later);
}

/** The event as seen from the state in which it comes next. */
function eventItself(table: MarksTable, event: NamedEvent): LaterEvent {
  return { own: event.marks, cause: table.none, roots: new Set([event.name]), firsts: [event] };
}

/** A later event that depends on a step, as seen from the state before the step. */
function before(table: MarksTable, step: Step, later: LaterEvent): LaterEvent {
  const roots = new Set(later.roots);
  for (const name of step.opened) roots.delete(name);
  roots.add(step.name);
  const firsts = later.firsts.filter(
    ({ name, marks }) => !step.opened.has(name) && !precedes(table, step.marks, marks),
  );
  return {
    own: later.own,
    cause: table.union(later.cause, step.marks),
    roots,
    firsts: [{ name: step.name, marks: step.marks }, ...firsts],
  };
}

/** A later event as seen from the state before a step. */
export interface SeenBefore {
  readonly isRace: boolean;
  readonly event: LaterEvent;
}

/** Later events: equal ones are one object, and how each depends on a step is found once. */
export class LaterEvents {
  private readonly byKey = new Map<string, LaterEvent>();
  private readonly bySteps = new Map<string, Map<LaterEvent, SeenBefore>>();

  constructor(private readonly table: MarksTable) {}

  /** The event as seen from the state in which it comes next. */
  itself(event: NamedEvent): LaterEvent {
    return this.one(eventItself(this.table, event));
  }

  /** How events after a step look from the state before it. */
  before(step: Step): (later: LaterEvent) => SeenBefore {
    const key = `${step.name} ${step.marks.number}|${[...step.opened].sort().join()}`;
    const known = this.bySteps.get(key) ?? new Map<LaterEvent, SeenBefore>();
    this.bySteps.set(key, known);
    return (later) => {
      const seen = known.get(later) ?? this.look(step, later);
      known.set(later, seen);
      return seen;
    };
  }

  private look(step: Step, later: LaterEvent): SeenBefore {
    const relation = relationOf(this.table, step, later);
    const event = relation === 'none' ? later : this.one(before(this.table, step, later));
    return { isRace: relation === 'race', event };
  }

  private one(event: LaterEvent): LaterEvent {
    const key = keyOf(event);
    const known = this.byKey.get(key) ?? event;
    this.byKey.set(key, known);
    return known;
  }
}

function keyOf({ own, cause, roots, firsts }: LaterEvent): string {
  const names = firsts.map(({ name, marks }) => `${name} ${marks.number}`).sort();
  return `${own.number} ${cause.number}|${[...roots].sort().join()}|${names.join()}`;
}
