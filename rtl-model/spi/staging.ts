import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';

/**
 * The staging registers, which hold the initial data of waves in formation order. One set is shared by all packers, and
 * the geometry pipe has another (P-011, P-012, P-053, P-054). Only staged waves can launch, so an old wave that does
 * not fit ties up an entry that others could use.
 */
export class Staging {
  private readonly arrivals: Wave[] = [];
  private stagedCount = 0;

  /** @param capacity number of entries */
  constructor(private readonly capacity: number) {}

  /** Called when a wave has been formed. */
  add(wave: Wave): void {
    assert(wave.slot < 0, 'a wave is staged only before it starts');
    wave.launch.staged = false;
    this.arrivals.push(wave);
  }

  /** Stages waves while there are free entries. `loading` waves are still being loaded and also occupy entries. */
  admit(loading: number): void {
    while (this.arrivals.length > 0 && this.stagedCount + loading < this.capacity) {
      this.arrivals.shift()!.launch.staged = true;
      this.stagedCount++;
      assert(this.stagedCount + loading <= this.capacity, 'staged waves never exceed the capacity');
    }
  }

  /** Whether any wave is waiting for an entry. */
  get isFull(): boolean {
    return this.arrivals.length > 0;
  }

  /** Whether no wave has an entry or is waiting for one. */
  get isEmpty(): boolean {
    return this.stagedCount === 0 && this.arrivals.length === 0;
  }

  /** Called when a controller takes a staged wave. */
  take(): void {
    assert(this.stagedCount > 0, 'only a staged wave can be taken');
    this.stagedCount--;
  }
}
