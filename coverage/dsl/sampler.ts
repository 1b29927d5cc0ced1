import type { CompiledGroup } from './compile-group.js';
import type { TransitionAutomaton } from './compile-transition.js';
import { NOT_SAMPLED } from './definition.js';
import { lookUp, type ValueMap } from './value-map.js';

/** Where a transition coverpoint stands. */
interface Walker {
  readonly point: number;
  readonly automaton: TransitionAutomaton;
  readonly offset: number;
  state: number;
}

/** One cross with the coverpoints it combines. */
interface Combiner {
  readonly points: Int32Array;
  readonly strides: Int32Array;
  readonly table: Int32Array;
  readonly offset: number;
}

/**
 * Counts the samples of one covergroup into a shared counter array. Usage: write `values[point.name]` for each
 * coverpoint, then call `sample`. Values are kept between samples; a coverpoint set to `NOT_SAMPLED` takes no part.
 */
export class Sampler<P extends string = string> {
  /** Index of each coverpoint in `values`. */
  readonly point: Readonly<Record<P, number>>;
  readonly values: Int32Array;
  readonly #hits: Uint32Array;
  readonly #maps: readonly ValueMap[];
  readonly #valuePoints: Int32Array;
  readonly #offsets: Int32Array;
  readonly #walkers: readonly Walker[];
  readonly #combiners: readonly Combiner[];
  /** Bin of each coverpoint in this sample, -1 for none. */
  readonly #picked: Int32Array;

  /** Counters of the group are `hits[offset]` and following. */
  constructor(group: CompiledGroup<P>, hits: Uint32Array, offset: number) {
    const names = Object.keys(group.definition.points) as P[];
    this.point = Object.fromEntries(names.map((name, i) => [name, i])) as Record<P, number>;
    this.values = new Int32Array(names.length).fill(NOT_SAMPLED);
    this.#picked = new Int32Array(names.length).fill(-1);
    this.#hits = hits;
    const offsets = group.items.map((item) => offset + item.first);
    const valuePoints = group.points.flatMap((point, i) => (point.kind === 'values' ? [i] : []));
    this.#valuePoints = Int32Array.from(valuePoints);
    this.#offsets = Int32Array.from(valuePoints, (i) => offsets[i]!);
    this.#maps = group.points.flatMap((point) => (point.kind === 'values' ? [point.map] : []));
    this.#walkers = group.points.flatMap((point, i) =>
      point.kind === 'transitions'
        ? [{ point: i, automaton: point.automaton, offset: offsets[i]!, state: 0 }]
        : [],
    );
    this.#combiners = group.crosses.map((cross, i) => ({
      points: Int32Array.from(group.definition.crosses[i]!.of, (name) => this.point[name]),
      strides: Int32Array.from(cross.strides),
      table: cross.table,
      offset: offsets[names.length + i]!,
    }));
  }

  /** Forgets the values and what transitions remember; to be called where a test begins. */
  restart(): void {
    this.values.fill(NOT_SAMPLED);
    for (const walker of this.#walkers) walker.state = 0;
  }

  /** Counts one sample of all coverpoints and crosses. */
  sample(): void {
    const { values } = this;
    const hits = this.#hits;
    const picked = this.#picked;
    const valuePoints = this.#valuePoints;
    for (let i = 0; i < valuePoints.length; i++) {
      const point = valuePoints[i]!;
      const value = values[point]!;
      const bin = value === NOT_SAMPLED ? -1 : lookUp(this.#maps[i]!, value);
      picked[point] = bin;
      if (bin >= 0) hits[this.#offsets[i]! + bin]!++;
    }
    const combiners = this.#combiners;
    for (let i = 0; i < combiners.length; i++) this.#combine(combiners[i]!);
    const walkers = this.#walkers;
    for (let i = 0; i < walkers.length; i++) this.#walk(walkers[i]!);
  }

  #combine(combiner: Combiner): void {
    const { points, strides, table } = combiner;
    const picked = this.#picked;
    let index = 0;
    for (let i = 0; i < points.length; i++) {
      const bin = picked[points[i]!]!;
      if (bin < 0) return;
      index += bin * strides[i]!;
    }
    const bin = table[index]!;
    if (bin >= 0) this.#hits[combiner.offset + bin]!++;
  }

  #walk(walker: Walker): void {
    const value = this.values[walker.point]!;
    if (value === NOT_SAMPLED) return;
    const { automaton } = walker;
    const symbol = lookUp(automaton.symbols, value);
    const state = automaton.next[walker.state * automaton.symbolCount + symbol]!;
    walker.state = state;
    for (let i = automaton.acceptedFrom[state]!; i < automaton.acceptedFrom[state + 1]!; i++) {
      this.#hits[walker.offset + automaton.accepted[i]!]!++;
    }
  }
}
