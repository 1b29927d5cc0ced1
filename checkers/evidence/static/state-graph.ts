import type { Instruction } from '../../../arch/index.js';
import type { Path } from './path.js';
import type { LastJoin } from './trail.js';

/** The segment of a path between its states at two consecutive joins. */
interface Segment {
  readonly from: LastJoin;
  readonly to: LastJoin;
  /** The path that ended with this segment, because the state it reached had already been visited. */
  readonly path: Path | undefined;
}

/** A cycle of segments. */
export interface StateCycle {
  /** A path that closed the cycle. */
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
  private findShortest(
    from: number,
    to: number,
    allowed: ReadonlySet<number>,
  ): readonly Segment[] | undefined {
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
