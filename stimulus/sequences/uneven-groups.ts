import { type Chip, chipOf, factsOf, type WaveSize } from '../../arch/index.js';
import type { ComputeWork, MemoryObject } from '../../transactions/index.js';
import { computeSpreadBytes, getGroupWords } from '../background/group-text.js';
import { pickCompetingWorkItems } from '../background/pick-background.js';
import { rawBufferDescriptor } from '../kit/draws.js';
import { derivedSequence } from '../kit/test.js';
import { WAVES_OVERLAP } from '../sequence.js';
import { CORPUS_SEQUENCES } from './corpus-rows.js';
import { slowOwner } from './slow-owner.js';

/** The total number of background work items, geometry and compute combined. */
const WORK_ITEMS = 3;

/**
 * Runs the tests of other sequences with background work. The compute work is made uneven in several ways: every other
 * wave in a group ends while the rest wait at the barrier; M0 and EXEC change right after GDS accesses; some LDS
 * accesses cross the end of the group's allocation; and a wave's output spans three cache lines.
 */
export const unevenGroups = derivedSequence({
  name: 'uneven_groups',
  text: 'other tests alongside background work-groups where some waves end while others wait at a barrier',
  claims: [{ ...WAVES_OVERLAP, percent: 20 }],
  faults: ['F261'],
  bases: [...CORPUS_SEQUENCES, slowOwner],
  change: (scenario, { seed, knobs }) => {
    const { wave, freedoms, memory } = scenario;
    const chip = chipOf(scenario.chip);
    const competition = pickCompetingWorkItems(seed, { chip, wave, freedoms }, WORK_ITEMS);
    const { works, outputs } = competition.background;
    const unevenWorks = works.map((work, i) => {
      const output = competition.memory.find(({ name }) => name === outputs[i])!;
      return work.kind === 'compute' ? makeUneven(chip, wave, work, output) : { work, output };
    });
    const resized = new Map(unevenWorks.map(({ output }) => [output.name, output]));
    return {
      ...scenario,
      freedoms: { ...freedoms, ...competition.knobs, ...knobs },
      memory: [...memory, ...competition.memory.map((object) => resized.get(object.name) ?? object)],
      background: { works: unevenWorks.map(({ work }) => work), outputs },
    };
  },
});

/** Returns the work with the program for corner cases, and its output with the size that this program needs. */
function makeUneven({ gfx }: Chip, wave: WaveSize, work: ComputeWork, memory: MemoryObject) {
  const [width, height, depth] = work.groupSize;
  const localDwords = width * height * depth;
  const output = { ...memory, bytes: computeSpreadBytes(wave, localDwords * work.groups) };
  const descriptor = rawBufferDescriptor(gfx, output.address, output.bytes);
  const gdsWords = factsOf(gfx).hasGlobalShare ? getGroupWords(gfx, wave, true) : undefined;
  const words = getGroupWords(gfx, wave, work.words === gdsWords, true);
  const userData = [...descriptor, ...work.userData.slice(descriptor.length)];
  return { work: { ...work, localDwords, words, userData }, output };
}
