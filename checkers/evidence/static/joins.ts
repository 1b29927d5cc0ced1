import type { DecodedProgram } from '../../../arch/index.js';
import { findLiveScalars } from './liveness.js';
import type { LargestWaits } from './outstanding.js';
import type { Path } from './path.js';
import type { ScalarFile } from './scalar-file.js';
import { type StateCycle, StateGraph } from './state-graph.js';
import type { WorldSplits } from './world-splits.js';

/**
 * Maximum number of times paths may reach a join in one world. Beyond that, registers whose values differ from the
 * first time are treated as unknown, so that exploration terminates.
 */
const MAX_ARRIVALS = 16;

/** The first path in a world to reach a join. */
interface FirstArrival {
  /** The path's values for the live registers. */
  readonly values: readonly number[];
  /** The origins of these values. */
  readonly origins: readonly number[];
  /** Number of times that paths have reached the join so far. */
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
