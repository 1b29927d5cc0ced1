import type { DecodedProgram } from '../../../arch/index.js';
import { liveScalars } from './liveness.js';
import type { LargestWaits } from './outstanding.js';
import type { Path } from './path.js';
import type { ScalarFile } from './scalar-file.js';
import { type Round, StateGraph } from './state-graph.js';
import type { WorldSplits } from './world-splits.js';

/**
 * Maximum number of arrivals at one join in one world; after that, registers that differ from the first arrival's become
 * unknown, which ends every loop.
 */
const ARRIVALS_MAX = 16;

/** Live register contents of a world's first path at a join, and the number of paths that have arrived there. */
interface JoinContents {
  readonly values: readonly number[];
  readonly origins: readonly number[];
  arrivals: number;
}

/** The places where a program's paths may join, and the contents seen there: equal paths continue once. */
export class Joins {
  /** Scalar registers live at each join, by its index; undefined elsewhere. */
  private readonly live: readonly (readonly number[] | undefined)[];
  /** Numbers of the states in which paths arrived, by key. */
  private readonly states = new Map<string, number>();
  private readonly graph = new StateGraph();
  /** First contents, by index and world. */
  private readonly first = new Map<string, JoinContents>();

  constructor(
    program: DecodedProgram,
    private readonly scalars: ScalarFile,
    private readonly worldSplits: WorldSplits,
    private readonly largest: LargestWaits,
  ) {
    const live = liveScalars(program);
    const targets = program.instructions.map(({ target }) => target);
    const places = new Set([...targets, ...worldSplits.mergePoints()]);
    this.live = live.map((registers, index) => (places.has(index) ? registers : undefined));
  }

  /** Whether paths may join at an index. */
  isJoin(index: number): boolean {
    return this.live[index] !== undefined;
  }

  /** Adds a path that arrives at a join, widening values that keep changing. Returns whether its contents are new there. */
  arrive(path: Path): boolean {
    const live = this.live[path.index] ?? [];
    this.widen(path, live);
    const key = `${this.worldSplits.key(path)}|${path.key(live, this.largest)}`;
    const state = this.states.get(key) ?? this.states.size;
    const isNew = state === this.states.size;
    if (isNew) this.states.set(key, state);
    this.graph.add(path, state, isNew);
    return isNew;
  }

  /** Rounds that some path repeats forever. */
  rounds(): readonly Round[] {
    return this.graph.rounds();
  }

  private widen(path: Path, live: readonly number[]): void {
    const { values, origins } = path.scalars;
    const place = `${path.index} ${path.world.number} ${path.alike.length}`;
    const first = this.first.get(place);
    if (first === undefined) {
      this.first.set(place, {
        values: live.map((register) => values[register]),
        origins: live.map((register) => origins[register]),
        arrivals: 1,
      });
      return;
    }
    if (++first.arrivals <= ARRIVALS_MAX) return;
    live.forEach((register, at) => {
      const isSame = first.values[at] === values[register] && first.origins[at] === origins[register];
      if (!isSame) this.scalars.forget(path.scalars, register, `anything at ${path.index}`);
    });
  }
}
