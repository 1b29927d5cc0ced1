import type { DecodedProgram, Instruction } from '../../../arch/index.js';
import { markReaching } from './ahead.js';
import { getHardwareRegister } from './hardware-reads.js';
import { touchesPacker } from './packer-field.js';
import type { Path } from './path.js';

/**
 * Determines where a program can depend on its world: at uses of the collision argument, at polls, and where the
 * packer is used or set. Paths in several worlds stay merged until such a point, and merge again once no poll or
 * use of the packer remains.
 */
export class WorldSplits {
  /** Contains 1 for each instruction at which merged worlds split. */
  readonly splits: Uint8Array;
  private readonly pollsAhead: Uint8Array;
  private readonly worldAhead: Uint8Array;
  private readonly hardwareAhead: Uint8Array;

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
    this.pollsAhead = markReaching(program, ({ readsExitingId }) => readsExitingId);
    this.worldAhead = markReaching(program, dependsOnWorld);
    this.hardwareAhead = markReaching(
      program,
      (instruction) => getHardwareRegister(instruction) !== undefined,
    );
  }

  /** Whether any path from an instruction reads the exiting id. */
  hasPollAhead({ index }: Instruction): boolean {
    return this.pollsAhead[index] === 1;
  }

  /** Returns the indices of the first instructions at which a path no longer depends on its world. */
  findMergePoints(): readonly number[] {
    return [...this.worldAhead.keys()].filter(
      (index) => index > 0 && this.worldAhead[index] === 0 && this.worldAhead[index - 1] === 1,
    );
  }

  /**
   * Formats everything that the rest of a path depends on other than registers and outstanding operations. If no
   * polls, packer writes or open decisions remain, paths differ only in whether an overlap was reported.
   */
  formatKey({ index, world, worlds, poll, exiting, scalars }: Path): string {
    const { hardware } = scalars;
    const hardwareState = this.hardwareAhead[index] === 1 ? `${hardware.mode} ${hardware.popsPacker}` : '';
    if (this.worldAhead[index] === 0 && poll?.outcome !== 'open') {
      return `${world.didOverlap} ${poll === undefined} ${hardwareState}`;
    }
    const pollState =
      poll === undefined ? '' : `${poll.instruction.index} ${poll.exiting} ${poll.outcome} ${poll.hasLeft}`;
    return `${world.number} of ${worlds.length} ${exiting} ${pollState} ${hardwareState}`;
  }
}
