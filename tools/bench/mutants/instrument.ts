import { getModelModule, readModule } from './modules.js';
import type { ModelMutant } from './mutants.js';
import type { Change } from './operators.js';

/** Returns an array with a 1 for each mutant whose code has run since the last call. */
export type TakeReachedMutants = () => Uint8Array;

/** Name of the global array that the probes write to. */
const PROBE_ARRAY = 'reachedMutants';

/** Determines which mutants' code runs by inserting a probe at each mutant in a copy of the model. */
export class ReachTracker {
  private readonly ran: Uint8Array;
  /** 1 for each mutant whose code ran while modules were loading. Every test counts as reaching these mutants. */
  private reachedOnLoad: Uint8Array;

  constructor(private readonly mutants: readonly ModelMutant[]) {
    this.ran = new Uint8Array(mutants.length);
    this.reachedOnLoad = Uint8Array.from(mutants, ({ runsOnLoad }) => (runsOnLoad ? 1 : 0));
    Object.assign(globalThis, { [PROBE_ARRAY]: this.ran });
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

  /** Must be called once all modules are loaded. Code that ran during loading counts as reached by every test. */
  finishLoading(): void {
    this.reachedOnLoad = this.takeReached();
  }

  /** Returns which mutants' code has run since the last call or while modules were loading. */
  readonly takeReached: TakeReachedMutants = () => {
    const ran = this.ran.map((hasRun, index) => hasRun | this.reachedOnLoad[index]!);
    this.ran.fill(0);
    return ran;
  };
}

/** Returns the source with a probe in the code of each mutant that `hasProbe` accepts. */
export function insertProbes(
  source: string,
  mutants: readonly ModelMutant[],
  hasProbe: (mutant: ModelMutant) => boolean,
): string {
  const probes = [...mutants.entries()].filter(([, mutant]) => hasProbe(mutant));
  return wrapRanges(
    source,
    probes.map(([index, { target }]) => {
      const { isStatement } = target;
      const [before, after] = isStatement ? ['{ ', ' }'] : ['(', ')'];
      return { ...target, before: `${before}${PROBE_ARRAY}[${index}] = 1${isStatement ? ';' : ','} `, after };
    }),
  );
}

/** Text to put around a range of a source. */
export interface Wrapper {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
  /** A statement opens before an expression of the same range, and closes after it. */
  readonly isStatement?: boolean;
  /** A change within the range. */
  readonly inner?: Change;
}

/** Wraps ranges of a source, which are either nested or disjoint: an outer range opens first and closes last. */
export function wrapRanges(source: string, wrappers: readonly Wrapper[]): string {
  const edits = wrappers.flatMap(({ start, end, before, after, isStatement, inner }) => {
    const length = end - start + (isStatement === true ? 0.5 : 0);
    return [
      { start, end: start, text: before, isOpening: 1, order: -length },
      { start: end, end, text: after, isOpening: 0, order: length },
      ...(inner === undefined ? [] : [{ ...inner, isOpening: 1, order: 0 }]),
    ];
  });
  edits.sort((a, b) => a.start - b.start || a.isOpening - b.isOpening || a.order - b.order);
  let text = '';
  let from = 0;
  for (const { start, end, text: inserted } of edits) {
    text += source.slice(from, start) + inserted;
    from = end;
  }
  return text + source.slice(from);
}
