import { assert } from '../kernel/assert.js';

/**
 * Tracks the wave slots in scratch memory. The lowest free slot is allocated first, so memory use stays low when few
 * waves are running.
 */
export class ScratchParts {
  private readonly held = new Set<number>();

  /** Whether all slots are free. */
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
    assert(slot < 0 || this.held.has(slot), 'only a held slot can be freed');
    this.held.delete(slot);
  }
}
