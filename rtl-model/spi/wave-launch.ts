import type { FieldRules } from '../fingerprint/field-rule.js';
/** The launcher's state for a wave, and the resources that the wave holds. */
export class WaveLaunch {
  /** How each field contributes to the state fingerprint. */
  static readonly fingerprint: FieldRules<WaveLaunch> = {};

  /** Whether its start data is staged for launch (P-011). */
  staged = false;
  /** Whether its missing resource has been reported. */
  refused = false;
  /** The first dword and the size of its LDS allocation. */
  localFirst = 0;
  localDwords = 0;
  /**
   * The first row and the number of rows of its VGPRs, followed by the same for its SGPRs if waves share
   * them.
   */
  vectorFirst = 0;
  vectorRows = 0;
  scalarFirst = 0;
  scalarCount = 0;
  /** The number of its scratch memory slot, or -1 if it has none. */
  scratchSlot = -1;
  /** Whether it has sent the message that deallocates its VGPRs. */
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
