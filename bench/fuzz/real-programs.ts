import { CHIPS, type Chip, type ChipName, type Gfx, type WaveSize } from '../../arch/index.js';
import type { Corpus } from '../../stimulus/index.js';
import type { RandomStream } from '../../transactions/index.js';

/** A generation and wave size, and the words of every real program compiled for them. */
export interface Target {
  readonly gfx: Gfx;
  readonly wave: WaveSize;
  readonly programs: readonly (readonly number[])[];
}

/** Returns one target per generation and wave size, with the programs for all chips of that generation. */
export function loadTargets(corpus: Corpus): readonly Target[] {
  const targets = new Map<string, Target & { readonly sources: Set<string> }>();
  for (const chip of Object.values(CHIPS) as readonly Chip[]) {
    const { gfx, waveSizes, name, runsProgramsOf = name } = chip;
    for (const wave of waveSizes) {
      const { sources, programs } = targets.get(`${gfx} ${wave}`) ?? { sources: new Set(), programs: [] };
      if (sources.has(runsProgramsOf)) continue;
      const newPrograms = corpus
        .records(runsProgramsOf as ChipName, wave)
        .map(({ instructions }) => instructions.flatMap(({ words }) => words.map(Number)));
      targets.set(`${gfx} ${wave}`, {
        gfx,
        wave,
        sources: sources.add(runsProgramsOf),
        programs: [...programs, ...newPrograms],
      });
    }
  }
  return [...targets.values()];
}

/** Picks a random element of a list. All elements are equally likely. */
export function pick<T>(random: RandomStream, list: readonly T[]): T {
  return list[random.below(list.length)];
}
