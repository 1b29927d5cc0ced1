import type { ModelMutant } from './mutants.js';
import { modelModule, readModule } from './units.js';

/** Returns which mutants' places ran since the last call: 1 by mutant number. */
export type TakeReach = () => Uint8Array;

/** The probes' array, as named in modules. */
const PROBE_ARRAY = 'placesOfMutants';

/** Finds which mutants' places run, by a probe at each place in a copy of the model. */
export class Reach {
  private readonly ran: Uint8Array;
  /** What ran while the modules were loaded, and so belongs to every test. */
  private atLoad: Uint8Array;

  constructor(private readonly mutants: readonly ModelMutant[]) {
    this.ran = new Uint8Array(mutants.length);
    this.atLoad = Uint8Array.from(mutants, ({ onLoad }) => (onLoad ? 1 : 0));
    Object.assign(globalThis, { [PROBE_ARRAY]: this.ran });
  }

  /** The modules with places, with probes, by their paths below the compiled rooms. */
  probedModules(): ReadonlyMap<string, string> {
    const files = [...new Set(this.mutants.map(({ file }) => file))];
    const isInFile = (file: string) => (mutant: ModelMutant) => mutant.file === file && !mutant.onLoad;
    return new Map(
      files.map((file) => [modelModule(file), withProbes(readModule(file), this.mutants, isInFile(file))]),
    );
  }

  /** Call this when all modules are loaded: what ran until then belongs to every test. */
  loaded(): void {
    this.atLoad = this.take();
  }

  /** Returns which mutants' places ran since the last call, or while modules were loaded. */
  readonly take: TakeReach = () => {
    const ran = this.ran.map((mark, number) => mark | this.atLoad[number]!);
    this.ran.fill(0);
    return ran;
  };
}

/**
 * The source with a probe at the place of each wanted mutant. Places overlap only if nested, so the longer one opens
 * first and ends last.
 */
export function withProbes(
  source: string,
  mutants: readonly ModelMutant[],
  isWanted: (mutant: ModelMutant) => boolean,
): string {
  const probes = [...mutants.entries()].filter(([, mutant]) => isWanted(mutant));
  const length = ({ place }: ModelMutant): number => place.end - place.start;
  const inserted = probes.flatMap(([number, mutant]) => {
    const { start, end, isStatement } = mutant.place;
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
