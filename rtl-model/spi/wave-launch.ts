import type { FieldRules } from '../fingerprint/field-rule.js';
/** What the launcher keeps of a wave, and what the wave holds from its launch on. */
export class WaveLaunch {
  /** What of its fields is state of the device. */
  static readonly fingerprint: FieldRules<WaveLaunch> = {};

  /** Its start data is staged for the launch (P-011). */
  staged = false;
  /** A lack of resources was reported for it. */
  refused = false;
  /** First dword and number of dwords of its part of the local data share. */
  localFirst = 0;
  localDwords = 0;
  /** First row and number of rows in the vector registers of its SIMD; likewise its SGPRs where waves share them. */
  vectorFirst = 0;
  vectorRows = 0;
  scalarFirst = 0;
  scalarCount = 0;
  /** Number of its part of the private memory, -1 for none. */
  scratchSlot = -1;
  /** It sent the message that gives its vector registers back. */
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
