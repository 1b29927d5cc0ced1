import type { FieldRules } from '../fingerprint/field-rule.js';

/** The launcher's state for a wave, and the resources that the wave holds. */
export class WaveLaunch {
  /** How each field contributes to the state fingerprint. */
  static readonly fingerprint: FieldRules<WaveLaunch> = {};

  /** Whether its start data is staged for launch (P-011). */
  staged = false;
  /** Whether its missing resource has been reported. */
  refused = false;
  /** The first dword of its LDS allocation. */
  localFirst = 0;
  /** Number of dwords in its LDS allocation. */
  localDwords = 0;
  /** The first row of its VGPRs. */
  vectorFirst = 0;
  /** Number of rows of its VGPRs. */
  vectorRows = 0;
  /** The first of its SGPRs, if waves share them. */
  scalarFirst = 0;
  /** Number of its SGPRs, if waves share them. */
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
