import { assert } from '../kernel/assert.js';

/**
 * The colour export buffer of one packer, or a position buffer, as seen by SX. It records which waves hold space,
 * independently of SPI's count (P-088, P-090).
 */
export class ExportBuffer {
  private readonly holders = new Set<number>();

  /** Number of waves that hold space. */
  get used(): number {
    return this.holders.size;
  }

  /** Records that SPI has granted space to the wave. */
  allocate(wave: number): void {
    assert(!this.holders.has(wave), 'a wave is granted space only once');
    this.holders.add(wave);
  }

  /**
   * Frees the wave's space once its data has been sent. Returns false if the wave held no space, so that the caller
   * does not free it twice.
   */
  free(wave: number): boolean {
    return this.holders.delete(wave);
  }
}
