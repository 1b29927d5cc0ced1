import { chipOf, exampleChipOf, type Gfx } from '../../arch/index.js';
import { processorOf } from '../../harness/elf/processors.js';

/** Returns the `e_flags` of an object file for the example chip of a generation. */
export function objectFlags(gfx: Gfx): number {
  const { processor } = chipOf(exampleChipOf(gfx));
  const flags = Array.from({ length: 256 }, (_, flags) => flags).find(
    (candidate) => processorOf(candidate)?.name === processor,
  );
  if (flags === undefined) throw new Error(`no object names ${processor}`);
  return flags;
}
