import type { DecodedProgram, Instruction } from '../../../arch/index.js';
import { findReachable, getFlowGraph } from './flow-graph.js';
import { getHardwareRegister, touchesPacker } from './packer-field.js';
import type { Path } from './path.js';

/** Returns the indices of the instructions that are targets or can reach one. */
function findInstructionsLeadingTo(
  program: DecodedProgram,
  isTarget: (instruction: Instruction) => boolean,
): ReadonlySet<number> {
  const targets = program.instructions.filter(isTarget).map(({ index }) => index);
  return findReachable(targets, getFlowGraph(program).previous);
}

/**
 * Finds the instructions whose behaviour depends on the world: uses of the collision argument, polls, and reads and
 * writes of the packer. Paths in several worlds stay merged until they reach one, and merge again once no poll or use
 * of the packer remains.
 */
export class WorldSplits {
  /** Contains 1 for each instruction at which merged worlds split. */
  readonly splits: Uint8Array;
  private readonly reachesPoll: ReadonlySet<number>;
  private readonly reachesWorldUse: ReadonlySet<number>;
  private readonly reachesHardwareRead: ReadonlySet<number>;

  /** @param collisionRegister the scalar register of the collision argument; undefined if unknown */
  constructor(program: DecodedProgram, collisionRegister: number | undefined) {
    const dependsOnWorld = (instruction: Instruction): boolean =>
      instruction.readsExitingId || touchesPacker(instruction.hwreg, program.gfx);
    const touchesArgument = ({ uses, defines }: Instruction): boolean =>
      collisionRegister !== undefined &&
      (uses.scalars.includes(collisionRegister) || defines.scalars.includes(collisionRegister));
    this.splits = Uint8Array.from(program.instructions, (instruction) =>
      Number(dependsOnWorld(instruction) || touchesArgument(instruction)),
    );
    this.reachesPoll = findInstructionsLeadingTo(program, ({ readsExitingId }) => readsExitingId);
    this.reachesWorldUse = findInstructionsLeadingTo(program, dependsOnWorld);
    this.reachesHardwareRead = findInstructionsLeadingTo(
      program,
      (instruction) => getHardwareRegister(instruction) !== undefined,
    );
  }

  /** Whether any path from an instruction reads the exiting id. */
  hasPollAhead({ index }: Instruction): boolean {
    return this.reachesPoll.has(index);
  }

  /** Returns the indices of the first instructions at which a path no longer depends on its world. */
  findMergePoints(): readonly number[] {
    const { reachesWorldUse, splits } = this;
    return [...splits.keys()].filter(
      (index) => !reachesWorldUse.has(index) && reachesWorldUse.has(index - 1),
    );
  }

  /**
   * Returns a key for everything, apart from scalar registers and outstanding operations, that affects the rest of the
   * path. If no poll or packer write remains and the last poll is not open, paths differ only in whether an overlap was
   * reported.
   */
  formatKey({ index, world, worlds, poll, exiting, scalars }: Path): string {
    const { hardware } = scalars;
    const hwregs = this.reachesHardwareRead.has(index) ? `${hardware.mode} ${hardware.popsPacker}` : '';
    if (!this.reachesWorldUse.has(index) && poll?.outcome !== 'open')
      return `${world.didOverlap} ${poll === undefined} ${hwregs}`;
    const pollState =
      poll === undefined ? '' : `${poll.instruction.index} ${poll.exiting} ${poll.outcome} ${poll.hasLeft}`;
    return `${world.number} of ${worlds.length} ${exiting} ${pollState} ${hwregs}`;
  }
}
