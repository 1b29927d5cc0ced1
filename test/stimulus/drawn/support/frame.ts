import {
  type ChipName,
  chipOf,
  factsOf,
  getGenerationEntry,
  getInstructionSet,
} from '../../../../arch/index.js';
import { BARRIER } from '../../../../stimulus/background/group-text.js';
import { getDialect } from '../../../../stimulus/dialect/index.js';
import type { Frame } from '../../../../stimulus/drawn/frame.js';

/** Creates a frame that allows everything that the chip has. */
export function createFrame(name: ChipName): Frame {
  const chip = chipOf(name);
  return {
    dialect: getDialect(chip.gfx, chip.waveSizes[0]!),
    set: getInstructionSet(chip),
    buffer: { address: 2 ** 32, bytes: 2 ** 14 },
    isPrivate: true,
    hasScratch: true,
    hasGlobalShare: factsOf(chip.gfx).hasGlobalShare,
    input: 2 ** 33,
    localOffset: 1024,
    primitiveMask: 5,
    barrier: getGenerationEntry(BARRIER, chip.gfx),
  };
}
