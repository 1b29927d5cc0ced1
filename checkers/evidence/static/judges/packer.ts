import type { PathJudgeFactory } from '../judge.js';
import {
  encodePacker,
  getOtherModeBits,
  getPackerBits,
  getPackerRegisterName,
  hasPacker,
  touchesPacker,
} from '../packer-field.js';

/**
 * Checks PROTO-02 on every path: the wave writes the packer from its collision argument to the packer register,
 * and leaves the other bits of the register unchanged.
 */
export const checkPacker: PathJudgeFactory = (gfx, report) => {
  let previousMode = 0;
  let hadPacker = false;
  return {
    appliesTo: ({ kind }) => kind === 'setreg',
    before: (path) => {
      previousMode = getOtherModeBits(path.scalars.hardware, gfx);
      hadPacker = hasPacker(path.scalars.hardware, gfx);
    },
    after: (path, instruction) => {
      if (!report.isArgumentKnown || !touchesPacker(instruction.hwreg, gfx)) return;
      const { hardware } = path.scalars;
      const expected = encodePacker(path.world.packer, gfx);
      const written = getPackerBits(hardware, gfx);
      if (written === 0 && !hadPacker) return;
      report.arm('PROTO-02');
      const isModeChanged = getOtherModeBits(hardware, gfx) !== previousMode;
      if (written === expected && !isModeChanged) return;
      const register = getPackerRegisterName(gfx);
      report.addFinding('PROTO-02', path, instruction, {
        allowed: `A wave on packer ${path.world.packer} sets ${register} to ${expected} and leaves the rest of the register unchanged.`,
        observed: isModeChanged
          ? `The write changes bits of MODE other than 25:24.`
          : `${register} becomes ${written}.`,
        hint: 'Check which bits of the collision argument are used as the packer, and the offset and width of the write.',
      });
    },
  };
};
