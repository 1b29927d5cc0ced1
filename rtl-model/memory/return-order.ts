import type { MemoryOperation } from '../../arch/index.js';
import { registerField } from '../../arch/index.js';
import type { DeviceContext } from '../context.js';
import { COUNTER, PATHS, type Wave } from '../wave.js';

/** Path of image accesses where they may overtake others. */
const IMAGE_PATH = PATHS - 1;

/**
 * Which accesses of a wave keep their order: vector accesses of one counter, but images and the rest apart where
 * MEM_ORDERED is off; GFX9 has no such bit and keeps all in order. Scalar loads come back as they please, so that a wait
 * for `lgkm` means something at zero only (pops.md 7; traps.md).
 */
export class ReturnOrder {
  constructor(private readonly context: DeviceContext) {}

  /** First cycle from `wanted` on at which an access may perform; later accesses of its path come after it. */
  perform(wave: Wave, operation: MemoryOperation, wanted: number): number {
    return this.inOrder(wave, wave.lastPerform, operation, wanted);
  }

  /** As `perform`, for the fall of its counter. */
  return(wave: Wave, operation: MemoryOperation, wanted: number): number {
    return this.inOrder(wave, wave.lastReturn, operation, wanted);
  }

  private inOrder(wave: Wave, last: Float64Array, operation: MemoryOperation, wanted: number): number {
    if (operation.space === 'scalar') return wanted;
    const path = this.pathOf(wave, operation);
    const cycle = Math.max(wanted, last[path] + 1);
    last[path] = cycle;
    return cycle;
  }

  private pathOf(wave: Wave, { space, counter }: MemoryOperation): number {
    const path = COUNTER[counter];
    if (space !== 'image' || path !== COUNTER.vm) return path;
    const { registers } = wave.plan.draw;
    const ordered = registerField(this.context.gfx, registers, 'SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED') ?? 1;
    return ordered === 1 ? path : IMAGE_PATH;
  }
}
