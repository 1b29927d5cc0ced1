import { type DecodedProgram, getSuccessors, type Instruction } from '../../../arch/index.js';
import { getHardwareRegister, touchesPacker } from './packer-field.js';
import type { Path } from './path.js';

/** Returns an array with 1 for each instruction that is a target or can reach one, and 0 for all others. */
function markInstructionsLeadingTo(
  { instructions, epilog }: DecodedProgram,
  isTarget: (instruction: Instruction) => boolean,
): Uint8Array {
  const leadsToTarget = Uint8Array.from(instructions, (instruction) => Number(isTarget(instruction)));
  const next = instructions.map((instruction) => getSuccessors(instruction, epilog));
  for (let hasChanged = leadsToTarget.includes(1); hasChanged; ) {
    hasChanged = false;
    for (let index = instructions.length - 1; index >= 0; index--) {
      if (leadsToTarget[index] === 1 || !next[index].some((successor) => leadsToTarget[successor] === 1))
        continue;
      leadsToTarget[index] = 1;
      hasChanged = true;
    }
  }
  return leadsToTarget;
}

/**
 * Finds the instructions whose behaviour depends on the world: uses of the collision argument, polls, and reads and
 * writes of the packer. Paths in several worlds stay merged until they reach one, and merge again once no poll or use
 * of the packer remains.
 */
export class WorldSplits {
  /** Contains 1 for each instruction at which merged worlds split. */
  readonly splits: Uint8Array;
  private readonly reachesPoll: Uint8Array;
  private readonly reachesWorldUse: Uint8Array;
  private readonly reachesHardwareRead: Uint8Array;

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
    this.reachesPoll = markInstructionsLeadingTo(program, ({ readsExitingId }) => readsExitingId);
    this.reachesWorldUse = markInstructionsLeadingTo(program, dependsOnWorld);
    this.reachesHardwareRead = markInstructionsLeadingTo(
      program,
      (instruction) => getHardwareRegister(instruction) !== undefined,
    );
  }

  /** Whether any path from an instruction reads the exiting id. */
  hasPollAhead({ index }: Instruction): boolean {
    return this.reachesPoll[index] === 1;
  }

  /** Returns the indices of the first instructions at which a path no longer depends on its world. */
  findMergePoints(): readonly number[] {
    return [...this.reachesWorldUse.keys()].filter(
      (index) => index > 0 && this.reachesWorldUse[index] === 0 && this.reachesWorldUse[index - 1] === 1,
    );
  }

  /**
   * Returns a key for everything, apart from scalar registers and outstanding operations, that affects the rest of the
   * path. If no poll or packer write remains and the last poll is not open, paths differ only in whether an overlap was
   * reported.
   */
  formatKey({ index, world, worlds, poll, exiting, scalars }: Path): string {
    const { hardware } = scalars;
    const hwregs = this.reachesHardwareRead[index] === 1 ? `${hardware.mode} ${hardware.popsPacker}` : '';
    if (this.reachesWorldUse[index] === 0 && poll?.outcome !== 'open')
      return `${world.didOverlap} ${poll === undefined} ${hwregs}`;
    const pollState =
      poll === undefined ? '' : `${poll.instruction.index} ${poll.exiting} ${poll.outcome} ${poll.hasLeft}`;
    return `${world.number} of ${worlds.length} ${exiting} ${pollState} ${hwregs}`;
  }
}
