import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import type { BackgroundWork, Scenario } from '../../transactions/index.js';
import { competingWorks } from '../background/draw-background.js';
import { groupWords } from '../background/programs.js';
import { WAVES_OVERLAP } from '../claims.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { CORPUS_SEQUENCES } from './corpus-rows.js';
import { drawBase } from './drawn-base.js';
import { slowOwner } from './slow-owner.js';

const NAME = 'uneven_groups';

/** Compute works alongside the draws. */
const WORKS = 3;

/**
 * Other tests with compute work, where every second wave of a group ends while the others wait at their barrier; M0 and EXEC
 * change right after global data share accesses, and some local accesses cross the end of the group's part.
 */
export const unevenGroups: Sequence<typeof NAME> = {
  name: NAME,
  text: 'other tests with background work-groups, some of whose waves end while others wait at the barrier',
  chips: CHIP_NAMES,
  claims: [{ ...WAVES_OVERLAP, percent: 20 }],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const scenario = drawBase(
    { name: NAME, bases: [...CORPUS_SEQUENCES, slowOwner], chips: CHIP_NAMES },
    request,
  );
  const { wave, freedoms, memory } = scenario;
  const chip = chipOf(scenario.chip);
  const part = competingWorks(request.seed, { chip, wave, freedoms }, WORKS);
  const { works, outputs } = part.background;
  const toUneven = (work: BackgroundWork): BackgroundWork => {
    if (work.kind !== 'compute') return work;
    const sharing = factsOf(chip.gfx).hasGlobalShare ? groupWords(chip.gfx, wave, true) : undefined;
    const words = groupWords(chip.gfx, wave, work.words === sharing, true);
    const [width, height, depth] = work.groupSize;
    return { ...work, localDwords: width * height * depth, words };
  };
  return {
    ...scenario,
    freedoms: { ...freedoms, ...part.knobs, ...request.knobs },
    memory: [...memory, ...part.memory],
    background: { works: works.map(toUneven), outputs },
  };
}
