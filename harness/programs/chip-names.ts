import {
  CHIP_NAMES,
  type ChipName,
  chipOf,
  findChip,
  isChipName,
  PROCESSOR_NAMES,
} from '../../arch/index.js';
import type { CorpusRecord } from '../../stimulus/index.js';
import { findNearestName, UsageError } from '../../transactions/index.js';
import { makeUnknownNameError } from '../basics/index.js';

/** Throws `UsageError` if a record's chip is unknown or does not match its generation or wave size. */
export function checkRecordChip(record: CorpusRecord): void {
  const { id, chip, gfx, wave } = record;
  if (!isChipName(chip)) throw makeUnknownNameError('chip', chip, CHIP_NAMES);
  const known = chipOf(chip as ChipName);
  if (known.gfx !== gfx)
    throw new UsageError(`Invalid record ${id}: its gfx is ${gfx}; expected ${known.gfx} for ${chip}`);
  if (!known.waveSizes.includes(wave))
    throw new UsageError(
      `Invalid record ${id}: its wave is ${wave}; expected ${known.waveSizes.join(' or ')}`,
    );
}

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
