import type { DecodedProgram, Instruction } from '../../../arch/index.js';
import { findLiveScalars } from './liveness.js';
import type { LargestWaits } from './outstanding.js';
import type { LastJoin, Path } from './path.js';
import type { ScalarFile } from './scalar-file.js';
import type { WorldSplits } from './world-splits.js';

/** The segment of a path between its states at two consecutive joins. */
interface Segment {
  readonly from: LastJoin;
  readonly to: LastJoin;
  /** The path that ended with this segment, because the state it reached had already been visited. */
  readonly path: Path | undefined;
}

interface StateCycle {
  readonly path: Path;
  /** The recorded steps in the cycle. */
  readonly body: readonly Instruction[];
}

/** The states of paths at joins, and the segments between them. Every infinite loop is a cycle in this graph. */
export class StateGraph {
  private readonly outgoing: Segment[][] = [];

  /** Adds the segment from a path's last join, if any, to `state`. */
  add(path: Path, state: number, isNew: boolean): void {
    const to = { state, trail: path.trail };
    if (isNew) this.outgoing[state] = [];
    if (path.lastJoin !== undefined)
      this.outgoing[path.lastJoin.state].push({ from: path.lastJoin, to, path: isNew ? undefined : path });
    path.lastJoin = to;
  }

  /** For each path that ended on a cycle, returns the shortest cycle through its last segment. */
  findCycles(): readonly StateCycle[] {
    const live = this.findLiveStates();
    if (live.size === 0) return [];
    return [...live].flatMap((state) =>
      this.outgoing[state].flatMap((segment) => {
        const segments =
          segment.path === undefined ? undefined : this.findShortest(segment.to.state, state, live);
        return segments === undefined
          ? []
          : [{ path: segment.path!, body: [...segments, segment].flatMap(listSteps) }];
      }),
    );
  }

  /**
   * Returns the states from which paths can continue forever. Dead ends are removed repeatedly, since they are
   * not part of any cycle.
   */
  private findLiveStates(): ReadonlySet<number> {
    const segmentCounts = this.outgoing.map(({ length }) => length);
    const incoming: number[][] = this.outgoing.map(() => []);
    for (const [state, segments] of this.outgoing.entries())
      for (const { to } of segments) incoming[to.state].push(state);
    const deadEnds = [...segmentCounts.keys()].filter((state) => segmentCounts[state] === 0);
    for (let i = 0; i < deadEnds.length; i++)
      for (const source of incoming[deadEnds[i]]) if (--segmentCounts[source] === 0) deadEnds.push(source);
    return new Set([...segmentCounts.keys()].filter((state) => segmentCounts[state] > 0));
  }

  /**
   * Returns the shortest sequence of segments from one state to another through the given states, or undefined
   * if there is none.
   */
  private findShortest(from: number, to: number, allowed: ReadonlySet<number>) {
    const reached = new Map<number, Segment | undefined>([[from, undefined]]);
    for (const state of reached.keys()) {
      if (state === to) return collectSegments(reached, to);
      for (const segment of this.outgoing[state])
        if (allowed.has(segment.to.state) && !reached.has(segment.to.state))
          reached.set(segment.to.state, segment);
    }
    return undefined;
  }
}

function collectSegments(reached: ReadonlyMap<number, Segment | undefined>, to: number): readonly Segment[] {
  const segments: Segment[] = [];
  for (let segment = reached.get(to); segment !== undefined; segment = reached.get(segment.from.state))
    segments.push(segment);
  return segments.reverse();
}

function listSteps({ from, to }: Segment): readonly Instruction[] {
  const steps: Instruction[] = [];
  for (let step = to.trail; step !== from.trail && step !== undefined; step = step.before)
    steps.push(step.instruction);
  return steps.reverse();
}

/**
 * Maximum number of times paths may reach a join in one world. Beyond that, registers whose values differ from the
 * first time are treated as unknown, so that exploration terminates.
 */
const MAX_ARRIVALS = 16;

/** The first path in a world to reach a join: its live registers, and the number of arrivals since. */
interface FirstArrival extends Record<'values' | 'origins', readonly number[]> {
  arrivals: number;
}

/**
 * Tracks the points where paths of a program may join, and the states seen there. If several paths are in the
 * same state, only the first continues.
 */
export class Joins {
  /** The scalar registers live at each join, by instruction index; undefined elsewhere. */
  private readonly live: readonly (readonly number[] | undefined)[];
  /** State numbers, by key. */
  private readonly states = new Map<string, number>();
  private readonly graph = new StateGraph();
  /** The first arrivals, by index and world. */
  private readonly firstArrivals = new Map<string, FirstArrival>();

  constructor(
    program: DecodedProgram,
    private readonly scalars: ScalarFile,
    private readonly worldSplits: WorldSplits,
    private readonly largestWaits: LargestWaits,
  ) {
    const live = findLiveScalars(program);
    const targets = program.instructions.map(({ target }) => target);
    const joins = new Set([...targets, ...worldSplits.findMergePoints()]);
    this.live = live.map((registers, index) => (joins.has(index) ? registers : undefined));
  }

  /** Whether paths may join at the instruction with the given index. */
  isJoin(index: number): boolean {
    return this.live[index] !== undefined;
  }

  /**
   * Adds a path that reaches a join, widening values that keep changing. Returns true if this is the first path to
   * reach it in that state.
   */
  arrive(path: Path): boolean {
    const live = this.live[path.index] ?? [];
    this.widen(path, live);
    const key = `${this.worldSplits.formatKey(path)}|${path.formatKey(live, this.largestWaits)}`;
    const state = this.states.get(key) ?? this.states.size;
    const isNew = state === this.states.size;
    if (isNew) this.states.set(key, state);
    this.graph.add(path, state, isNew);
    return isNew;
  }

  /** Returns the cycles that paths can repeat forever. */
  findCycles(): readonly StateCycle[] {
    return this.graph.findCycles();
  }

  private widen(path: Path, live: readonly number[]): void {
    const { values, origins } = path.scalars;
    const key = `${path.index} ${path.world.number} ${path.worlds.length}`;
    const first = this.firstArrivals.get(key);
    if (first === undefined) {
      this.firstArrivals.set(key, {
        values: live.map((register) => values[register]),
        origins: live.map((register) => origins[register]),
        arrivals: 1,
      });
      return;
    }
    if (++first.arrivals <= MAX_ARRIVALS) return;
    live.forEach((register, i) => {
      const isSame = first.values[i] === values[register] && first.origins[i] === origins[register];
      if (!isSame) this.scalars.forget(path.scalars, register, `unknown at ${path.index}`);
    });
  }
}
