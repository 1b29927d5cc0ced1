import type { ModelMutant } from './mutants.js';
import { modelModule, readModule } from './units.js';

/** Returns which mutants' code has run since the last call: 1 for each such mutant, by its number. */
export type TakeReach = () => Uint8Array;

/** The name of the probes' array in the modules. */
const PROBE_ARRAY = 'placesOfMutants';

/** Finds out which mutants' code runs, with a probe in each mutant's code in a copy of the model. */
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

  /** To be called when all modules are loaded. What has run until then counts for every test. */
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
 * Returns the source with a probe in the code of each wanted mutant. Two ranges overlap only if one contains
 * the other, so the longer one starts first and ends last.
 */
export function withProbes(
  source: string,
  mutants: readonly ModelMutant[],
  isWanted: (mutant: ModelMutant) => boolean,
): string {
  const probes = [...mutants.entries()].filter(([, mutant]) => isWanted(mutant));
  const length = ({ target }: ModelMutant): number => target.end - target.start;
  const inserted = probes.flatMap(([number, mutant]) => {
    const { start, end, isStatement } = mutant.target;
    const [before, after] = isStatement ? ['{ ', ' }'] : ['(', ')'];
    const mark = `${PROBE_ARRAY}[${number}] = 1${isStatement ? ';' : ','} `;
    return [
      { at: start, opens: 1, order: -length(mutant) - (isStatement ? 0.5 : 0), text: before + mark },
      { at: end, opens: 0, order: length(mutant) + (isStatement ? 0.5 : 0), text: after },
    ];
  });
  inserted.sort((a, b) => a.at - b.at || a.opens - b.opens || a.order - b.order);
  let text = '';
  let from = 0;
  for (const { at, text: more } of inserted) {
    text += source.slice(from, at) + more;
    from = at;
  }
  return text + source.slice(from);
}
