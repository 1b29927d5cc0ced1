import type { FieldRules } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';

/**
 * The colour export buffer of one packer, or a position buffer, as SX sees it. It records which waves hold space,
 * independently of SPI's count (P-088, P-090).
 */
export class ExportBuffer {
  /** How each field contributes to the state fingerprint. */
  static readonly fingerprint: FieldRules<ExportBuffer> = {};

  private readonly holders = new Set<number>();

  /** Number of waves that hold space. */
  get used(): number {
    return this.holders.size;
  }

  /** Records that SPI has granted the wave its space. */
  allocate(wave: number): void {
    assert(!this.holders.has(wave), 'a wave gets space only once');
    this.holders.add(wave);
  }

  /** Called when the wave's data has been sent. Returns false if the wave held no space, so none is returned twice. */
  free(wave: number): boolean {
    return this.holders.delete(wave);
  }
}
