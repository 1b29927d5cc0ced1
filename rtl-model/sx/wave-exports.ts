import type { FieldRules } from '../fingerprint/field-rule.js';
/** The export path's state for a wave. */
export class WaveExports {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<WaveExports> = {};

  hasSpace = false;
  /** Whether its space is requested but not yet granted. */
  awaitsSpace = false;
  /** GFX11: whether it may enter its section, and whether the flag is in flight or has arrived. */
  ready = false;
  readyScheduled = false;
  /** Whether the export with `done` was issued. */
  doneIssued = false;

  reset(): void {
    this.hasSpace = false;
    this.awaitsSpace = false;
    this.ready = false;
    this.readyScheduled = false;
    this.doneIssued = false;
  }
}
