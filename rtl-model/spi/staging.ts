import type { FieldRules } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';

/**
 * Staging registers for waves' start data in formation order, shared by all packers, or for the geometry pipe (P-011, P-012,
 * P-053, P-054). Only a staged wave can launch, so an old wave that does not fit blocks entries for the others.
 */
export class Staging {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<Staging> = {};

  private readonly arrivals: Wave[] = [];
  private stagedCount = 0;

  /** @param capacity number of entries */
  constructor(private readonly capacity: number) {}

  /** A wave was formed. */
  add(wave: Wave): void {
    assert(wave.slot < 0, 'a wave is staged only before it starts');
    wave.launch.staged = false;
    this.arrivals.push(wave);
  }

  /** Stages waves into the entries that are free besides the `loading` ones. */
  admit(loading: number): void {
    while (this.arrivals.length > 0 && this.stagedCount + loading < this.capacity) {
      this.arrivals.shift()!.launch.staged = true;
      this.stagedCount++;
      assert(this.stagedCount + loading <= this.capacity, 'no more waves are staged than there are entries');
    }
  }

  /** Whether any wave waits for an entry. */
  get isFull(): boolean {
    return this.arrivals.length > 0;
  }

  /** Whether no wave has or awaits an entry. */
  get isEmpty(): boolean {
    return this.stagedCount === 0 && this.arrivals.length === 0;
  }

  /** A controller took over the wave. */
  take(): void {
    assert(this.stagedCount > 0, 'a wave taken from staging was staged');
    this.stagedCount--;
  }
}
