import type { FieldRules } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';
/**
 * The parts of private memory. The lowest free part is allocated first, so that a small number of waves needs little memory.
 */
export class ScratchParts {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<ScratchParts> = {};

  private readonly held = new Set<number>();

  /** Whether nothing is in use. */
  get isFree(): boolean {
    return this.held.size === 0;
  }

  /** Whether one of the first `waves` parts is free. */
  fits(waves: number): boolean {
    return this.held.size < waves;
  }

  /** Allocates the lowest free part, and returns its number. */
  take(): number {
    let part = 0;
    while (this.held.has(part)) part++;
    this.held.add(part);
    return part;
  }

  free(part: number): void {
    assert(part < 0 || this.held.has(part), 'a released part was held');
    this.held.delete(part);
  }
}
