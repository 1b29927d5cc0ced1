import type { CompiledGroup } from './compile-group.js';
import type { TransitionAutomaton } from './compile-transition.js';
import { NOT_SAMPLED } from './definition.js';
import { type CountSample, generateCounting } from './sampling-code.js';
import { lookUp } from './value-map.js';

/** Where a transition coverpoint stands. */
interface Walker {
  readonly point: number;
  readonly automaton: TransitionAutomaton;
  readonly counter: number;
  state: number;
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
  readonly #count: CountSample;
  readonly #walkers: readonly Walker[];

  /** Counters of the group are `hits[offset]` and following. */
  constructor(group: CompiledGroup<P>, hits: Uint32Array, offset: number) {
    const names = Object.keys(group.definition.points) as P[];
    this.point = Object.fromEntries(names.map((name, i) => [name, i])) as Record<P, number>;
    this.values = new Int32Array(names.length).fill(NOT_SAMPLED);
    this.#hits = hits;
    this.#count = generateCounting(group, offset, this.values, hits);
    this.#walkers = group.points.flatMap((point, i) => {
      if (point.kind === 'values') return [];
      return [{ point: i, automaton: point.automaton, counter: offset + group.items[i]!.first, state: 0 }];
    });
  }

  /** Forgets the values and what transitions remember; to be called where a test begins. */
  restart(): void {
    this.values.fill(NOT_SAMPLED);
    for (const walker of this.#walkers) walker.state = 0;
  }

  /** Counts one sample of all coverpoints and crosses. */
  sample(): void {
    this.#count();
    const walkers = this.#walkers;
    for (let i = 0; i < walkers.length; i++) this.#walk(walkers[i]!);
  }

  #walk(walker: Walker): void {
    const value = this.values[walker.point]!;
    if (value === NOT_SAMPLED) return;
    const { automaton } = walker;
    const symbol = lookUp(automaton.symbols, value);
    const state = automaton.next[walker.state * automaton.symbolCount + symbol]!;
    walker.state = state;
    for (let i = automaton.acceptedFrom[state]!; i < automaton.acceptedFrom[state + 1]!; i++) {
      this.#hits[walker.counter + automaton.accepted[i]!]!++;
    }
  }
}
