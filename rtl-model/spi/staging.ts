import type { FieldRules } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';

/**
 * Staging registers: waves' start data in formation order, for all packers together, or for the geometry pipe (P-011, P-012,
 * P-053, P-054). Only a staged wave can launch, so an old wave that does not fit blocks the others' entries.
 */
export class Staging {
  /** Which of its fields are device state. */
  static readonly fingerprint: FieldRules<Staging> = {};

  private readonly arrivals: Wave[] = [];
  private staged = 0;

  constructor(private readonly entries: number) {}

  /** A wave was formed. */
  add(wave: Wave): void {
    assert(wave.slot < 0, 'a wave is staged only before it starts');
    wave.launch.staged = false;
    this.arrivals.push(wave);
  }

  /** Stages as many as fit besides the waves `loading` from their entries. */
  admit(loading: number): void {
    while (this.arrivals.length > 0 && this.staged + loading < this.entries) {
      this.arrivals.shift()!.launch.staged = true;
      this.staged++;
      assert(this.staged + loading <= this.entries, 'no more waves are staged than there are entries');
    }
  }

  /** Whether waves wait for an entry. */
  get isFull(): boolean {
    return this.arrivals.length > 0;
  }

  /** Whether no wave has or awaits an entry. */
  get isEmpty(): boolean {
    return this.staged === 0 && this.arrivals.length === 0;
  }

  /** A controller took over the wave. */
  take(): void {
    assert(this.staged > 0, 'a wave taken from staging was staged');
    this.staged--;
  }
}
