import { CHIP_NAMES, type ChipName, chipOf, isChipName } from '../../arch/index.js';
import type { CorpusRecord } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';
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
