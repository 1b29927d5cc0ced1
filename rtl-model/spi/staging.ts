import type { FieldRules } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';

/**
 * Staging registers: start data of waves in the order of their formation, for all packers together, or for the geometry
 * pipe (P-011, P-012, P-053, P-054). Only a staged wave can launch, so an old wave that finds no room keeps the entries of the others.
 */
export class Staging {
  /** What of its fields is state of the device. */
  static readonly fingerprint: FieldRules<Staging> = {};

  private readonly arrivals: Wave[] = [];
  private staged = 0;

  constructor(private readonly entries: number) {}

  /** A wave was formed. */
  add(wave: Wave): void {
    assert(wave.slot < 0, 'a wave is staged before it starts');
    wave.launch.staged = false;
    this.arrivals.push(wave);
  }

  /** Stages what there is room for beside the waves that are `loading` from their entries. */
  admit(loading: number): void {
    while (this.arrivals.length > 0 && this.staged + loading < this.entries) {
      this.arrivals.shift()!.launch.staged = true;
      this.staged++;
      assert(this.staged + loading <= this.entries, 'no more is staged than there are entries');
    }
  }

  /** Waves wait for an entry. */
  get isFull(): boolean {
    return this.arrivals.length > 0;
  }

  /** No wave has an entry or waits for one. */
  get isEmpty(): boolean {
    return this.staged === 0 && this.arrivals.length === 0;
  }

  /** A controller took the wave over. */
  take(): void {
    assert(this.staged > 0, 'a wave that is taken over was staged');
    this.staged--;
  }
}
