import type { FieldRules } from '../fingerprint/field-rule.js';
/** The export path's state for a wave. */
export class WaveExports {
  /** Which of its fields are device state. */
  static readonly fingerprint: FieldRules<WaveExports> = {};

  hasSpace = false;
  /** Its space is requested but not yet granted. */
  awaitsSpace = false;
  /** GFX11: it may enter its section; and the flag is in flight or has arrived. */
  ready = false;
  readyScheduled = false;
  /** The export that carries `done` was issued. */
  doneIssued = false;

  reset(): void {
    this.hasSpace = false;
    this.awaitsSpace = false;
    this.ready = false;
    this.readyScheduled = false;
    this.doneIssued = false;
  }
}
