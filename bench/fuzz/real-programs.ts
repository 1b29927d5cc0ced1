import { CHIPS, type ChipName, type Gfx, type WaveSize } from '../../arch/index.js';
import type { Corpus } from '../../stimulus/index.js';
import type { RandomStream } from '../../transactions/index.js';

/** A generation with a wave size it has, and the words of every real program for it. */
export interface Target {
  readonly gfx: Gfx;
  readonly wave: WaveSize;
  readonly programs: readonly (readonly number[])[];
}

/** One target a generation and wave size, with the programs of the chips that have both. */
export function openTargets(corpus: Corpus): readonly Target[] {
  const targets = new Map<string, Target>();
  for (const name of Object.keys(CHIPS) as ChipName[]) {
    const { gfx, waveSizes } = CHIPS[name];
    for (const wave of waveSizes) {
      const programs = corpus
        .records(name, wave)
        .map(({ instructions }) => instructions.flatMap(({ words }) => words.map(Number)));
      const known = targets.get(`${gfx} ${wave}`)?.programs ?? [];
      targets.set(`${gfx} ${wave}`, { gfx, wave, programs: [...known, ...programs] });
    }
  }
  return [...targets.values()];
}

/** One of a list, each equally likely. */
export function pick<T>(random: RandomStream, list: readonly T[]): T {
  return list[random.below(list.length)];
}
