import type { CompiledGroup } from './compile-group.js';
import type { TransitionAutomaton } from './compile-transition.js';
import { NOT_SAMPLED } from './definition.js';
import { lookUp } from './value-map.js';

/** The state of a transition coverpoint. */
interface Walker {
  readonly point: number;
  readonly automaton: TransitionAutomaton;
  readonly first: number;
  state: number;
}

/**
 * Counts a covergroup's samples: write `values[point.name]` for each coverpoint, then call `sample`. Values persist
 * between samples and are reset when a test starts (coverage.md).
 */
export interface GroupSampler<P extends string = string> {
  /** The index of each coverpoint in `values`. */
  readonly point: Readonly<Record<P, number>>;
  /** The value of each coverpoint, or `NOT_SAMPLED` to exclude it from the sample. */
  readonly values: Int32Array;
  /** Counts one sample of all coverpoints and crosses. */
  sample(): void;
}

/** Samples a compiled covergroup and counts hits in an array owned by the caller. */
export class Sampler<P extends string = string> implements GroupSampler<P> {
  /** The index of each coverpoint in `values`. */
  readonly point: Readonly<Record<P, number>>;
  readonly values: Int32Array;
  readonly #hits: Uint32Array;
  readonly #count: () => void;
  readonly #walkers: readonly Walker[];

  /** `hits` holds the covergroup's counters, one per bin. */
  constructor(group: CompiledGroup<P>, hits: Uint32Array) {
    const names = Object.keys(group.definition.points) as P[];
    this.point = Object.fromEntries(names.map((name, i) => [name, i])) as Record<P, number>;
    this.values = new Int32Array(names.length).fill(NOT_SAMPLED);
    this.#hits = hits;
    this.#count = group.bindCounting(this.values, hits);
    this.#walkers = group.points.flatMap((point, i) => {
      if (point.kind === 'values') return [];
      return [{ point: i, automaton: point.automaton, first: point.first, state: 0 }];
    });
  }

  /** Resets the values and the transition state. Must be called when a test starts. */
  reset(): void {
    this.values.fill(NOT_SAMPLED);
    for (const walker of this.#walkers) walker.state = 0;
  }

  /** Counts one sample of all coverpoints and crosses. A field rather than a method, as users destructure samplers. */
  readonly sample = (): void => {
    this.#count();
    const walkers = this.#walkers;
    for (let i = 0; i < walkers.length; i++) this.#walk(walkers[i]!);
  };

  #walk(walker: Walker): void {
    const value = this.values[walker.point]!;
    if (value === NOT_SAMPLED) return;
    const { automaton } = walker;
    const symbol = lookUp(automaton.symbols, value);
    const state = automaton.next[walker.state * automaton.symbolCount + symbol]!;
    walker.state = state;
    for (let i = automaton.acceptedFrom[state]!; i < automaton.acceptedFrom[state + 1]!; i++) {
      this.#hits[walker.first + automaton.accepted[i]!]!++;
    }
  }
}
