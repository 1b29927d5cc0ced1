import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import type { BackgroundWork, Scenario } from '../../transactions/index.js';
import { computeSpreadBytes } from '../background/group-text.js';
import { pickCompetingWorkItems } from '../background/pick-background.js';
import { getGroupWords } from '../background/programs.js';
import { WAVES_OVERLAP } from '../claims.js';
import { rawBufferDescriptor } from '../driver/raw-buffer.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { CORPUS_SEQUENCES } from './corpus-rows.js';
import { pickBase } from './pick-base.js';
import { slowOwner } from './slow-owner.js';

const NAME = 'uneven_groups';

/** The total number of background work items, geometry and compute combined. */
const WORK_ITEMS = 3;

/**
 * Runs the tests of other sequences with background work. The compute work is made uneven in several ways: every other
 * wave in a group ends while the rest wait at the barrier; M0 and EXEC change right after GDS accesses; some LDS
 * accesses cross the end of the group's allocation; and a wave's output spans three cache lines.
 */
export const unevenGroups: Sequence<typeof NAME> = {
  name: NAME,
  text: 'other tests alongside background work-groups where some waves end while others wait at a barrier',
  chips: CHIP_NAMES,
  claims: [{ ...WAVES_OVERLAP, percent: 20 }],
  faults: ['F261'],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const scenario = pickBase(
    { name: NAME, bases: [...CORPUS_SEQUENCES, slowOwner], chips: CHIP_NAMES },
    request,
  );
  const { wave, freedoms, memory } = scenario;
  const chip = chipOf(scenario.chip);
  const competition = pickCompetingWorkItems(request.seed, { chip, wave, freedoms }, WORK_ITEMS);
  const { works, outputs } = competition.background;
  const spreadSizes = new Map(
    works.flatMap((work, i) => {
      if (work.kind !== 'compute') return [];
      const [width, height, depth] = work.groupSize;
      return [[outputs[i], computeSpreadBytes(wave, width * height * depth * work.groups)] as const];
    }),
  );
  const resizedMemory = competition.memory.map((object) => ({
    ...object,
    bytes: spreadSizes.get(object.name) ?? object.bytes,
  }));
  const makeUneven = (work: BackgroundWork, i: number): BackgroundWork => {
    if (work.kind !== 'compute') return work;
    const output = resizedMemory.find(({ name }) => name === outputs[i])!;
    const descriptor = rawBufferDescriptor(chip.gfx, output.address, output.bytes);
    const gdsWords = factsOf(chip.gfx).hasGlobalShare ? getGroupWords(chip.gfx, wave, true) : undefined;
    const words = getGroupWords(chip.gfx, wave, work.words === gdsWords, true);
    const [width, height, depth] = work.groupSize;
    const userData = [...descriptor, ...work.userData.slice(descriptor.length)];
    return { ...work, localDwords: width * height * depth, words, userData };
  };
  return {
    ...scenario,
    freedoms: { ...freedoms, ...competition.knobs, ...request.knobs },
    memory: [...memory, ...resizedMemory],
    background: { works: works.map(makeUneven), outputs },
  };
}
