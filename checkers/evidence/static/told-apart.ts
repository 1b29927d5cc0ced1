import type { DecodedProgram, Instruction } from '../../../arch/index.js';
import { ahead } from './ahead.js';
import { hardwareRegister } from './hardware-reads.js';
import { touchesPacker } from './packer-field.js';
import type { Path } from './path.js';

/**
 * Where a program can tell the worlds apart: by the collision argument, by what its polls read, and by the packer that it
 * has to set. Paths of several worlds are one until they come to such a place, and again when none is ahead.
 */
export class ToldApart {
  /** By index, 1 where the worlds that a path stands for part. */
  readonly here: Uint8Array;
  private readonly pollsAhead: Uint8Array;
  private readonly worldAhead: Uint8Array;
  private readonly hardwareAhead: Uint8Array;

  /** @param register scalar register of the collision argument; undefined if unknown */
  constructor(program: DecodedProgram, register: number | undefined) {
    const asksWorld = (instruction: Instruction): boolean =>
      instruction.readsExitingId || touchesPacker(instruction.hwreg, program.gfx);
    const touchesArgument = ({ uses, defines }: Instruction): boolean =>
      register !== undefined && (uses.scalars.includes(register) || defines.scalars.includes(register));
    this.here = Uint8Array.from(program.instructions, (instruction) =>
      Number(asksWorld(instruction) || touchesArgument(instruction)),
    );
    this.pollsAhead = ahead(program, ({ readsExitingId }) => readsExitingId);
    this.worldAhead = ahead(program, asksWorld);
    this.hardwareAhead = ahead(program, (instruction) => hardwareRegister(instruction) !== undefined);
  }

  /** Whether some way from an instruction leads to a read of the exiting id, its own included. */
  hasPollAhead({ index }: Instruction): boolean {
    return this.pollsAhead[index] === 1;
  }

  /** Indices at which a path is done with its world, and was not one instruction before. */
  afterLast(): readonly number[] {
    return [...this.worldAhead.keys()].filter(
      (index) => index > 0 && this.worldAhead[index] === 0 && this.worldAhead[index - 1] === 1,
    );
  }

  /**
   * What the rest of a path depends on beside its registers and what is outstanding, as text. Paths without a poll, packer
   * write or open decision still to come differ only by whether the wave was reported to overlap.
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
