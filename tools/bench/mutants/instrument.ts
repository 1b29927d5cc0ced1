import { getModelModule, readModule } from './modules.js';
import type { ModelMutant } from './mutants.js';

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

/**
 * Returns the source with a probe in the code of each mutant that `hasProbe` accepts. Their ranges are nested or
 * disjoint: an outer one opens first and closes last, and a statement's is outside an equal one of an expression.
 */
export function insertProbes(
  source: string,
  mutants: readonly ModelMutant[],
  hasProbe: (mutant: ModelMutant) => boolean,
): string {
  const edits = [...mutants.entries()]
    .filter(([, mutant]) => hasProbe(mutant))
    .flatMap(([index, { target }]) => {
      const { start, end, isStatement } = target;
      const length = end - start + (isStatement ? 0.5 : 0);
      const [before, middle, after] = isStatement ? ['{ ', ';', ' }'] : ['(', ',', ')'];
      return [
        { at: start, text: `${before}${PROBE_ARRAY}[${index}] = 1${middle} `, isOpening: 1, order: -length },
        { at: end, text: after, isOpening: 0, order: length },
      ];
    });
  edits.sort((a, b) => a.at - b.at || a.isOpening - b.isOpening || a.order - b.order);
  const ends = [0, ...edits.map(({ at }) => at)];
  const pieces = edits.map(({ at, text }, index) => source.slice(ends[index], at) + text);
  return pieces.join('') + source.slice(ends.at(-1));
}
