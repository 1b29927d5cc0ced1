import { chipOf, type Gfx, getExampleChip } from '../../arch/index.js';
import { findProcessor } from '../../harness/elf/processors.js';

/** Returns the ELF `e_flags` of an object file for a generation's example chip. */
export function getObjectFlags(gfx: Gfx): number {
  const { processor } = chipOf(getExampleChip(gfx));
  const flags = Array.from({ length: 256 }, (_, index) => index).find(
    (candidate) => findProcessor(candidate)?.name === processor,
  );
  if (flags === undefined) throw new Error(`no e_flags value for ${processor}`);
  return flags;
}
