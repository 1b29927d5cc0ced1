import { CHIP_NAMES, type ChipName, chipNamed, PROCESSOR_NAMES } from '../../arch/index.js';
import { unknownName } from '../basics/nearest-name.js';

/** The chip that a user names, by its own name or LLVM's name of its processor (`navi21`, `gfx1030`); throws `UsageError`. */
export function readChipName(text: string): ChipName {
  const chip = chipNamed(text);
  if (chip === undefined) throw unknownName('chip', text, [...CHIP_NAMES, ...PROCESSOR_NAMES]);
  return chip;
}
