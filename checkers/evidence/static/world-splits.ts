import type { DecodedProgram, Instruction } from '../../../arch/index.js';
import { ahead } from './ahead.js';
import { hardwareRegister } from './hardware-reads.js';
import { touchesPacker } from './packer-field.js';
import type { Path } from './path.js';

/**
 * Determines where a program can distinguish worlds: at the collision argument, its polls, and the packer
 * that it must set. Paths of several worlds stay merged until such a point, and merge again once neither a
 * poll nor a use of the packer is ahead.
 */
export class WorldSplits {
  /** By index, 1 where merged worlds split. */
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
    this.pollsAhead = ahead(program, ({ readsExitingId }) => readsExitingId);
    this.worldAhead = ahead(program, dependsOnWorld);
    this.hardwareAhead = ahead(program, (instruction) => hardwareRegister(instruction) !== undefined);
  }

  /**
   * Returns whether some path from an instruction, including the instruction itself, reads the exiting id.
   */
  hasPollAhead({ index }: Instruction): boolean {
    return this.pollsAhead[index] === 1;
  }

  /** Returns the indices at which a path no longer needs its world, but did one instruction before. */
  mergePoints(): readonly number[] {
    return [...this.worldAhead.keys()].filter(
      (index) => index > 0 && this.worldAhead[index] === 0 && this.worldAhead[index - 1] === 1,
    );
  }

  /**
   * Formats everything on which the rest of a path depends besides registers and outstanding operations.
   * Paths without a poll, a packer write or an open decision ahead differ only in whether an overlap was
   * reported.
   */
  key({ index, world, alike, poll, exiting, scalars }: Path): string {
    const { hardware } = scalars;
    const held = this.hardwareAhead[index] === 1 ? `${hardware.mode} ${hardware.popsPacker}` : '';
    if (this.worldAhead[index] === 0 && poll?.outcome !== 'open') {
      return `${world.didOverlap} ${poll === undefined} ${held}`;
    }
    const polled =
      poll === undefined ? '' : `${poll.instruction.index} ${poll.exiting} ${poll.outcome} ${poll.hasLeft}`;
    return `${world.number} of ${alike.length} ${exiting} ${polled} ${held}`;
  }
}
