import type { FieldRules } from '../fingerprint/field-rule.js';
/** The launcher's state for a wave, and what it holds from launch on. */
export class WaveLaunch {
  /** Which of its fields are device state. */
  static readonly fingerprint: FieldRules<WaveLaunch> = {};

  /** Its start data is staged for launch (P-011). */
  staged = false;
  /** A missing resource was reported for it. */
  refused = false;
  /** First dword and size of its local data share part. */
  localFirst = 0;
  localDwords = 0;
  /** First row and number of rows in its SIMD's vector registers; likewise its SGPRs if waves share them. */
  vectorFirst = 0;
  vectorRows = 0;
  scalarFirst = 0;
  scalarCount = 0;
  /** Number of its private memory part; -1 if none. */
  scratchSlot = -1;
  /** It sent the message that releases its vector registers. */
  givesUpVectors = false;

  reset(): void {
    this.staged = false;
    this.refused = false;
    this.localFirst = 0;
    this.localDwords = 0;
    this.vectorFirst = 0;
    this.vectorRows = 0;
    this.scalarFirst = 0;
    this.scalarCount = 0;
    this.scratchSlot = -1;
    this.givesUpVectors = false;
  }
}
