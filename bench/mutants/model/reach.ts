import type { ModelMutant } from './mutants.js';
import { modelModule, readModule } from './units.js';

/** Returns a 1 at the index of each mutant whose code has run since the last call. */
export type TakeReach = () => Uint8Array;

/** Name of the global array that the probes write to. */
const PROBE_ARRAY = 'reachedMutants';

/** Finds out which mutants' code runs, using a copy of the model with a probe in each mutant's code. */
export class Reach {
  private readonly ran: Uint8Array;
  /** The mutants whose code ran while the modules were loaded, which therefore counts for every test. */
  private atLoad: Uint8Array;

  constructor(private readonly mutants: readonly ModelMutant[]) {
    this.ran = new Uint8Array(mutants.length);
    this.atLoad = Uint8Array.from(mutants, ({ onLoad }) => (onLoad ? 1 : 0));
    Object.assign(globalThis, { [PROBE_ARRAY]: this.ran });
  }

  /** Returns the modules that contain mutants, with probes, by their paths in the build folder. */
  probedModules(): ReadonlyMap<string, string> {
    const files = [...new Set(this.mutants.map(({ file }) => file))];
    const isInFile = (file: string) => (mutant: ModelMutant) => mutant.file === file && !mutant.onLoad;
    return new Map(
      files.map((file) => [modelModule(file), withProbes(readModule(file), this.mutants, isInFile(file))]),
    );
  }

  /** Call this when all modules are loaded. Code that has run by then counts for every test. */
  loaded(): void {
    this.atLoad = this.take();
  }

  /** Returns which mutants' code has run since the last call, or while modules were loaded. */
  readonly take: TakeReach = () => {
    const ran = this.ran.map((mark, number) => mark | this.atLoad[number]!);
    this.ran.fill(0);
    return ran;
  };
}

/**
 * Returns the source with a probe in the code of each wanted mutant. Ranges are either nested or disjoint, so
 * the longer one opens first and closes last.
 */
export function withProbes(
  source: string,
  mutants: readonly ModelMutant[],
  isWanted: (mutant: ModelMutant) => boolean,
): string {
  const probes = [...mutants.entries()].filter(([, mutant]) => isWanted(mutant));
  const length = ({ target }: ModelMutant): number => target.end - target.start;
  const insertions = probes.flatMap(([number, mutant]) => {
    const { start, end, isStatement } = mutant.target;
    const [before, after] = isStatement ? ['{ ', ' }'] : ['(', ')'];
    const mark = `${PROBE_ARRAY}[${number}] = 1${isStatement ? ';' : ','} `;
    return [
      { at: start, isOpening: 1, order: -length(mutant) - (isStatement ? 0.5 : 0), text: before + mark },
      { at: end, isOpening: 0, order: length(mutant) + (isStatement ? 0.5 : 0), text: after },
    ];
  });
  insertions.sort((a, b) => a.at - b.at || a.isOpening - b.isOpening || a.order - b.order);
  let text = '';
  let from = 0;
  for (const { at, text: inserted } of insertions) {
    text += source.slice(from, at) + inserted;
    from = at;
  }
  return text + source.slice(from);
}
