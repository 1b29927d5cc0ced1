import type { DecodedProgram } from '../../../arch/index.js';
import { liveScalars } from './liveness.js';
import type { LargestWaits } from './outstanding.js';
import type { Path } from './path.js';
import type { ScalarFile } from './scalar-file.js';
import { type Round, StateGraph } from './state-graph.js';
import type { ToldApart } from './told-apart.js';

/** Different register contents at one join before those that differ are taken as unknown, which ends every loop. */
const STATES_PER_JOIN_MAX = 16;

/** What the first path of a world had in the registers that are live at a join, and how many different ones came. */
interface JoinContents {
  readonly values: readonly number[];
  readonly origins: readonly number[];
  states: number;
}

/** The places where paths of one program may meet, and what came there: paths with equal contents go on once. */
export class Joins {
  /** Scalar registers that are live at each join, by its index; undefined elsewhere. */
  private readonly live: readonly (readonly number[] | undefined)[];
  /** Numbers of the states in which paths came, by their keys. */
  private readonly states = new Map<string, number>();
  private readonly graph = new StateGraph();
  /** What came first, by index and world. */
  private readonly first = new Map<string, JoinContents>();

  constructor(
    program: DecodedProgram,
    private readonly scalars: ScalarFile,
    private readonly toldApart: ToldApart,
    private readonly largest: LargestWaits,
  ) {
    const live = liveScalars(program);
    const targets = program.instructions.map(({ target }) => target);
    const places = new Set([...targets, ...toldApart.afterLast()]);
    this.live = live.map((registers, index) => (places.has(index) ? registers : undefined));
  }

  /** Whether paths may meet at an index. */
  isAt(index: number): boolean {
    return this.live[index] !== undefined;
  }

  /** Brings a path to a join, which widens values that keep changing; returns whether its contents are new there. */
  isNew(path: Path): boolean {
    const live = this.live[path.index] ?? [];
    this.widen(path, live);
    const key = `${this.toldApart.key(path)}|${path.key(live, this.largest)}`;
    const state = this.states.get(key) ?? this.states.size;
    const isNew = state === this.states.size;
    if (isNew) this.states.set(key, state);
    this.graph.add(path, state, isNew);
    return isNew;
  }

  /** Rounds on which some path goes for ever. */
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
        states: 1,
      });
      return;
    }
    if (++first.states <= STATES_PER_JOIN_MAX) return;
    live.forEach((register, at) => {
      const same = first.values[at] === values[register] && first.origins[at] === origins[register];
      if (!same) this.scalars.forget(path.scalars, register, `anything at ${path.index}`);
    });
  }
}
