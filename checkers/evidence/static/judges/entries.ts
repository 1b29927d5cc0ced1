import { factsOf, type Instruction, type MemorySpace } from '../../../../arch/index.js';
import type { PathJudgeFactory } from '../judge.js';
import type { Path } from '../path.js';
import { accessesSharedWord } from '../shared-word.js';

/** Memory spaces that no other wave can access. */
const PRIVATE_SPACES: ReadonlySet<MemorySpace> = new Set(['scratch', 'lds']);

/**
 * Checks PROTO-11 across all paths: if a wave reported as overlapping writes memory on any path (other than a counter
 * word shared by all fragments), at least one path must have an entry wait. If there is one, PROTO-08 checks which
 * accesses must follow it.
 */
export const checkEntries: PathJudgeFactory = (gfx, report) => {
  const isEntryKnown = report.isArgumentKnown || !factsOf(gfx).hasWaveIds;
  let hasEntry = false;
  let write: { readonly path: Path; readonly instruction: Instruction } | undefined;
  return {
    // Every path has an end, and any entry comes before it.
    appliesTo: ({ kind }) => kind === 'memory' || kind === 'end',
    before: (path, instruction) => {
      if (!path.world.didOverlap) return;
      if (path.entered) hasEntry = true;
      else if (write === undefined && writes(instruction)) write = { path: path.clone(), instruction };
    },
    finish: () => {
      if (!isEntryKnown || (write === undefined && !hasEntry)) return;
      report.arm('PROTO-11');
      if (hasEntry || write === undefined) return;
      report.addFinding('PROTO-11', write.path, write.instruction, {
        allowed: 'An overlapping wave waits before it writes memory that other waves may access.',
        observed: `No path of the program has an entry wait, and this one writes at ${report.getName(write.instruction)}.`,
        hint: 'Look for the entry wait: it is missing, or no path reaches it.',
      });
    },
  };
};

function writes(instruction: Instruction): boolean {
  const { memory } = instruction;
  if (memory === undefined || memory.access === 'load' || PRIVATE_SPACES.has(memory.space)) return false;
  return !accessesSharedWord(instruction);
}
