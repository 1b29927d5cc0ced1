import type { FieldRules } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';
/**
 * Colour export buffer of one packer as SX keeps it: which waves hold space, beside the count that SPI keeps (P-088,
 * P-090). Plain state.
 */
export class ExportBuffer {
  /** What of its fields is state of the device. */
  static readonly fingerprint: FieldRules<ExportBuffer> = {};

  private readonly holders = new Set<number>();

  /** Waves that hold space. */
  get used(): number {
    return this.holders.size;
  }

  /** SPI gave a wave its space. */
  allocate(wave: number): void {
    assert(!this.holders.has(wave), 'a wave has space once');
    this.holders.add(wave);
  }

  /** The wave's data has left; false when it held none, so that space is never given back twice. */
  free(wave: number): boolean {
    return this.holders.delete(wave);
  }
}
