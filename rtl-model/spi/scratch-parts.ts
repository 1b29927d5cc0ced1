import type { FieldRules } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';

/** Tracks the wave slots in scratch memory. The lowest free one is allocated first, so few waves need little memory. */
export class ScratchParts {
  /** How each field contributes to the state fingerprint. */
  static readonly fingerprint: FieldRules<ScratchParts> = {};

  private readonly held = new Set<number>();

  /** Whether no slot is in use. */
  get isFree(): boolean {
    return this.held.size === 0;
  }

  /** Whether one of the first `waves` slots is free. */
  fits(waves: number): boolean {
    return this.held.size < waves;
  }

  /** Allocates the lowest free slot and returns its number. */
  take(): number {
    let slot = 0;
    while (this.held.has(slot)) slot++;
    this.held.add(slot);
    return slot;
  }

  free(slot: number): void {
    assert(slot < 0 || this.held.has(slot), 'only a held slot can be released');
    this.held.delete(slot);
  }
}
