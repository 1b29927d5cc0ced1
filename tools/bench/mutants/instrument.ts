import { getModelModule, readModule } from './modules.js';
import type { ModelMutant } from './mutants.js';

/** Returns an array with a 1 for each mutant whose change would have made a difference since the last call. */
export type TakeActiveMutants = () => Uint8Array;

/** Name of the global object that the probes call (`activation-probes.ts`). */
const PROBES = 'mutantProbes';

/** What probes call: each marks its mutant if the change would have given another value. */
interface Probes {
  readonly active: Uint8Array;
  condition<T>(mutant: number, value: T, replacement: boolean): T;
  operands<T>(mutant: number, a: T, b: T, original: Binary<T>, changed: Binary<T>): unknown;
  logic(mutant: number, left: unknown, right: () => unknown, isAnd: boolean, isPure: boolean): unknown;
  function(mutant: number, original: Numeric, changed: Numeric): Numeric;
}

type Binary<T> = (a: T, b: T) => unknown;
type Numeric = (...values: readonly number[]) => number;

function createProbes(mutants: number): Probes {
  const active = new Uint8Array(mutants);
  const mark = (mutant: number, isDifferent: boolean): void => {
    if (isDifferent) active[mutant] = 1;
  };
  /** Marks a mutant unless its change gives the original value. A change that throws gives another one. */
  const compare = (mutant: number, original: unknown, getChanged: () => unknown): void => {
    let isDifferent = true;
    try {
      isDifferent = !Object.is(original, getChanged());
    } catch {}
    mark(mutant, isDifferent);
  };
  return {
    active,
    condition(mutant, value, replacement) {
      mark(mutant, Boolean(value) !== replacement);
      return value;
    },
    operands(mutant, a, b, original, changed) {
      const value = original(a, b);
      compare(mutant, value, () => changed(a, b));
      return value;
    },
    logic(mutant, left, right, isAnd, isPure) {
      if (Boolean(left) === isAnd) {
        const value = right();
        mark(mutant, Boolean(value) !== Boolean(left));
        return value;
      }
      // The change would evaluate the right side, which must not happen here if that has effects.
      if (isPure) compare(mutant, Boolean(left), () => Boolean(right()));
      return left;
    },
    function:
      (mutant, original, changed) =>
      (...values) => {
        const value = original(...values);
        mark(mutant, value !== changed(...values));
        return value;
      },
  };
}

/** Determines which mutants would make a difference, by a probe at each mutant in a copy of the model. */
export class ActivationTracker {
  private readonly active: Uint8Array;
  /** 1 for each mutant whose code ran while modules were loading. Every test counts as activating these mutants. */
  private activeOnLoad: Uint8Array;

  constructor(private readonly mutants: readonly ModelMutant[]) {
    const probes = createProbes(mutants.length);
    this.active = probes.active;
    this.activeOnLoad = Uint8Array.from(mutants, ({ runsOnLoad }) => (runsOnLoad ? 1 : 0));
    Object.assign(globalThis, { [PROBES]: probes });
  }

  /** Returns the modules that contain mutants, with probes inserted, by path in the build folder. */
  insertAllProbes(): ReadonlyMap<string, string> {
    const files = [...new Set(this.mutants.map(({ file }) => file))];
    const isInFile = (file: string) => (mutant: ModelMutant) => mutant.file === file && !mutant.runsOnLoad;
    return new Map(
      files.map((file) => [
        getModelModule(file),
        insertProbes(readModule(file), this.mutants, isInFile(file)),
      ]),
    );
  }

  /** Must be called once all modules are loaded. */
  finishLoading(): void {
    this.activeOnLoad = this.takeActive();
  }

  /** Returns which mutants would have made a difference since the last call or while modules were loading. */
  readonly takeActive: TakeActiveMutants = () => {
    const active = this.active.map((isActive, index) => isActive | this.activeOnLoad[index]!);
    this.active.fill(0);
    return active;
  };
}

/** A replacement of a range of the source, with its position among others that begin at the same place. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** 0: closes a range; 1: opens one; 2: replaces an operator. */
  readonly phase: number;
  readonly order: number;
}

/**
 * Returns the source with the probe of each mutant that `hasProbe` accepts. Their ranges are nested or disjoint: an
 * outer one opens first and closes last. Of equal ranges, that of the earlier mutant is outside.
 */
export function insertProbes(
  source: string,
  mutants: readonly ModelMutant[],
  hasProbe: (mutant: ModelMutant) => boolean,
): string {
  const edits = [...mutants.entries()]
    .filter(([, mutant]) => hasProbe(mutant))
    .flatMap(([index, { probe }]): Edit[] => {
      const { start, end, before, after, operator } = probe;
      const format = (text: string): string => text.replaceAll('@probes', PROBES).replaceAll('@', `${index}`);
      const order = (mutants.length - index) / mutants.length - (start - end);
      const opening = { start, end: start, text: format(before), phase: 1, order: -order };
      const closing = { start: end, end, text: format(after), phase: 0, order };
      return operator === undefined
        ? [opening, closing]
        : [opening, closing, { ...operator, phase: 2, order }];
    });
  edits.sort((a, b) => a.start - b.start || a.phase - b.phase || a.order - b.order);
  const ends = [0, ...edits.map(({ end }) => end)];
  const pieces = edits.map(({ start, text }, index) => source.slice(ends[index], start) + text);
  return pieces.join('') + source.slice(ends.at(-1));
}
