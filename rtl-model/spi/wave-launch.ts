import type { FieldRules } from '../fingerprint/field-rule.js';
/** The launcher's state for a wave, and the resources that the wave holds. */
export class WaveLaunch {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<WaveLaunch> = {};

  /** Whether its start data is staged for launch (P-011). */
  staged = false;
  /** Whether a missing resource was reported for it. */
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
  /** Whether it sent the message that releases its vector registers. */
  releasesVectors = false;

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
    this.releasesVectors = false;
  }
}
