import type { Instruction } from '../../../arch/index.js';
import type { Path } from './path.js';
import type { LastJoin } from './trail.js';

/** A segment of a path, from its state at one join to its state at the next. */
interface Segment {
  readonly from: LastJoin;
  readonly to: LastJoin;
  /** The path that ended with this segment, because another path had already reached its last state. */
  readonly ended: Path | undefined;
}

/** A cycle of segments that returns to its first state. */
export interface Round {
  /** A path that reached that state. */
  readonly path: Path;
  /** The recorded steps in the round. */
  readonly body: readonly Instruction[];
}

/**
 * The states in which paths reached joins, and the segments between them. Every infinite loop is a cycle in
 * this graph.
 */
export class StateGraph {
  private readonly outgoing: Segment[][] = [];

  /** Adds the segment of a path from its last join, if there is one, to a state. */
  add(path: Path, state: number, isNew: boolean): void {
    const to = { state, trail: path.trail };
    if (isNew) this.outgoing[state] = [];
    if (path.lastJoin !== undefined)
      this.outgoing[path.lastJoin.state].push({ from: path.lastJoin, to, ended: isNew ? undefined : path });
    path.lastJoin = to;
  }

  /** Returns the shortest round for each path that ended in a state which leads back to its last segment. */
  findRounds(): readonly Round[] {
    const live = this.findLiveStates();
    if (live.size === 0) return [];
    return [...live].flatMap((state) =>
      this.outgoing[state].flatMap((segment) => {
        const segments =
          segment.ended === undefined ? undefined : this.findShortest(segment.to.state, state, live);
        return segments === undefined
          ? []
          : [{ path: segment.ended!, body: [...segments, segment].flatMap(listSteps) }];
      }),
    );
  }

  /**
   * Returns the states from which paths can continue forever. Dead ends, which are not part of any round, are
   * removed from the back.
   */
  private findLiveStates(): ReadonlySet<number> {
    const openCounts = this.outgoing.map(({ length }) => length);
    const incoming: number[][] = this.outgoing.map(() => []);
    for (const [state, segments] of this.outgoing.entries())
      for (const { to } of segments) incoming[to.state].push(state);
    const ends = [...openCounts.keys()].filter((state) => openCounts[state] === 0);
    for (let i = 0; i < ends.length; i++)
      for (const before of incoming[ends[i]]) if (--openCounts[before] === 0) ends.push(before);
    return new Set([...openCounts.keys()].filter((state) => openCounts[state] > 0));
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
