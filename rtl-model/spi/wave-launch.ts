import type { FieldRules } from '../fingerprint/field-rule.js';
/** The launcher's state for a wave, and the resources that the wave holds. */
export class WaveLaunch {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<WaveLaunch> = {};

  /** Whether its start data is staged for launch (P-011). */
  staged = false;
  /** Whether it was reported that a resource is missing for it. */
  refused = false;
  /** The first dword of its part of the local data share, followed by the size of the part. */
  localFirst = 0;
  localDwords = 0;
  /**
   * The first row of its vector registers and the number of rows, followed by the same for its SGPRs if waves share them.
   */
  vectorFirst = 0;
  vectorRows = 0;
  scalarFirst = 0;
  scalarCount = 0;
  /** The number of its private memory part, or -1 if it has none. */
  scratchSlot = -1;
  /** Whether it has sent the message that releases its vector registers. */
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
