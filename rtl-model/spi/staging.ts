import type { Wave } from '../wave.js';

/**
 * Pixel staging registers: start data of formed waves in the order of their formation, for all packers together
 * (P-011, P-054). Only a staged wave can launch, so an old wave that finds no room keeps the entries of the others.
 */
export class Staging {
  private readonly arrivals: Wave[] = [];
  private staged = 0;

  constructor(private readonly entries: number) {}

  /** A wave was formed. */
  add(wave: Wave): void {
    wave.staged = false;
    this.arrivals.push(wave);
  }

  /** Stages what there is room for beside the waves that are `loading` from their entries. */
  admit(loading: number): void {
    while (this.arrivals.length > 0 && this.staged + loading < this.entries) {
      this.arrivals.shift()!.staged = true;
      this.staged++;
    }
  }

  /** Waves wait for an entry. */
  get isFull(): boolean {
    return this.arrivals.length > 0;
  }

  /** A controller took the wave over. */
  take(): void {
    this.staged--;
  }
}
