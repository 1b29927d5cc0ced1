import type { ChipName } from '../../arch/index.js';
import { RandomStream, type Scenario } from '../../transactions/index.js';
import type { CorpusRecord } from '../corpus.js';
import { chipsToDraw } from '../drawn-chips.js';
import { pick } from '../pick.js';
import { deriveSideSeed } from '../schedule-seed.js';
import type { GenerateRequest } from '../sequence.js';
import { checkScenario } from './check-scenario.js';
import { WORLD_COUNT } from './worlds.js';

/**
 * Returns a scenario generator that runs a program as `check` does, on the chips for which it was completed. The
 * seed determines the chip, world and scene.
 */
export function createProgramGenerator(
  programs: ReadonlyMap<ChipName, CorpusRecord>,
): (request: GenerateRequest) => Scenario {
  const chips = [...programs.keys()];
  return (request) => {
    const { seed, corpus } = request;
    const stream = new RandomStream(deriveSideSeed(seed, 'program'));
    const chip = pick(stream, chipsToDraw(request, chips));
    const record = programs.get(chip)!;
    return checkScenario({
      record,
      variant: record.variants[0]!,
      corpus,
      seed,
      scene: stream.below(WORLD_COUNT),
    });
  };
}
