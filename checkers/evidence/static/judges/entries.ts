import type { Instruction, MemorySpace } from '../../../../arch/index.js';
import { factsOf } from '../../../../arch/index.js';
import type { PathJudgeFactory } from '../judge.js';
import type { Path } from '../path.js';
import { accessesSharedWord } from '../shared-word.js';

/** Kinds of memory that no other wave can access. */
const PRIVATE_SPACES: ReadonlySet<MemorySpace> = new Set(['scratch', 'lds']);

/**
 * Checks PROTO-11 on all paths taken together: if any path of a wave that is reported to overlap writes memory
 * (other than a counter word shared by all fragments), some path waits at an entry. If there is an entry, PROTO-08
 * checks which accesses must follow it.
 */
export const judgeEntries: PathJudgeFactory = (gfx, report) => {
  const knowsEntry = report.knowsArgument || !factsOf(gfx).hasWaveIds;
  let enters = false;
  let write: { readonly path: Path; readonly instruction: Instruction } | undefined;
  return {
    // Every path has an end, which follows any entry.
    appliesTo: ({ kind }) => kind === 'memory' || kind === 'end',
    before: (path, instruction) => {
      if (!path.world.didOverlap) return;
      if (path.entered) enters = true;
      else if (write === undefined && writes(instruction)) write = { path: path.clone(), instruction };
    },
    finish: () => {
      if (!knowsEntry || (write === undefined && !enters)) return;
      report.arm('PROTO-11');
      if (enters || write === undefined) return;
      report.addFinding('PROTO-11', write.path, write.instruction, {
        allowed: 'An overlapping wave waits before it writes memory that other waves may access.',
        observed: `No path of the program has an entry wait, and this one writes at ${report.getName(write.instruction)}.`,
        hint: 'Look for the entry wait: it is missing, or no path leads through it.',
      });
    },
  };
};

function writes(instruction: Instruction): boolean {
  const { memory } = instruction;
  if (memory === undefined || memory.access === 'load' || PRIVATE_SPACES.has(memory.space)) return false;
  return !accessesSharedWord(instruction);
}
