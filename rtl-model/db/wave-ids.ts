import type { Gfx } from '../../arch/index.js';
import { factsOf } from '../../arch/index.js';
import type { KnobValues } from '../../transactions/index.js';

/**
 * Returns the 10-bit id of the wave with the given sequence number in its packer (S-033). Sequence number -1 stands for
 * the wave before the first one. The first id and the wraparound point are hardware freedoms (pops.md 5.5).
 */
export function computeWaveId(freedoms: Pick<KnobValues, 'idWrap' | 'idStart'>, sequence: number): number {
  const idCount = freedoms.idWrap + 1;
  return (sequence + idCount + freedoms.idStart) % idCount;
}

/** Returns how many ids `to` is ahead of `from`, both of which the hardware may report. */
export function countIdsBetween({ idWrap }: Pick<KnobValues, 'idWrap'>, from: number, to: number): number {
  return to >= from ? to - from : to + idWrap + 1 - from;
}

/**
 * Returns the value of the collision argument's newest-overlapped-wave field (README, 13). On GFX9, an id from before
 * the last wraparound is reported as one less than its actual value (S-039); later generations report it unchanged
 * (S-040).
 */
export function computeNewestField(gfx: Gfx, newest: number, current: number): number {
  return factsOf(gfx).newestIdOffByOne && newest > current ? newest - 1 : newest;
}
