import type { ChipName } from '../../arch/index.js';
import { RandomStream, type Scenario } from '../../transactions/index.js';
import type { CorpusRecord } from '../corpus.js';
import { deriveSubSeed, pick } from '../kit/chance.js';
import { type GenerateRequest, getCandidateChips } from '../sequence.js';
import { createCheckScenario } from './check-scenario.js';
import { CONDITION_SET_COUNT } from './worlds.js';

/**
 * Returns a scenario generator that runs a program as `check` does, on the chips for which its missing state has been
 * filled in. The seed determines the chip, conditions and scene.
 */
export function createProgramGenerator(
  programs: ReadonlyMap<ChipName, CorpusRecord>,
): (request: GenerateRequest) => Scenario {
  const chips = [...programs.keys()];
  return (request) => {
    const { seed, corpus } = request;
    const stream = new RandomStream(deriveSubSeed(seed, 'program'));
    const chip = pick(stream, getCandidateChips(request, chips));
    const record = programs.get(chip)!;
    return createCheckScenario({
      record,
      variant: record.variants[0]!,
      corpus,
      seed,
      scene: stream.below(CONDITION_SET_COUNT),
    });
  };
}
