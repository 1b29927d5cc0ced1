import { type FieldRules, TIME } from '../fingerprint/field-rule.js';
/** Instructions in a wave's fetch buffer: from the first up to, not including, the end. */
export class FetchedRange {
  /** Which of its fields are device state. */
  static readonly fingerprint: FieldRules<FetchedRange> = { asked: TIME, earliest: TIME };

  first = 0;
  end = 0;
  /** Cycle in which the wave last requested a line. */
  asked = 0;
  /** Cycle from which the wave can continue once it has the line. */
  earliest = 0;

  /** Whether the instruction with that index is in the buffer. */
  has(index: number): boolean {
    return index >= this.first && index < this.end;
  }

  reset(): void {
    this.first = 0;
    this.end = 0;
    this.asked = 0;
    this.earliest = 0;
  }
}
