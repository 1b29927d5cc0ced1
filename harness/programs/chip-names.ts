import { CHIP_NAMES, type ChipName, findChip, PROCESSOR_NAMES } from '../../arch/index.js';
import { findNearestName, UsageError } from '../../transactions/index.js';
import { makeUnknownNameError } from '../basics/index.js';

/**
 * Finds a chip by its own name or its LLVM processor name (`navi21`, `gfx1030`). Throws `UsageError` if none matches.
 */
export function readChipName(text: string): ChipName {
  const chip = findChip(text);
  if (chip !== undefined) return chip;
  const known = [...CHIP_NAMES, ...PROCESSOR_NAMES];
  const isMisspelt =
    findNearestName(text, known) !== undefined || known.some((name) => name.startsWith(text));
  if (isMisspelt) throw makeUnknownNameError('chip', text, known);
  throw new UsageError(
    `Unknown chip "${text}": expected ${CHIP_NAMES.join(', ')}, or a processor such as ${PROCESSOR_NAMES[0]}`,
  );
}
