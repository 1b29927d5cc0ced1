import type { FieldRules } from '../fingerprint/field-rule.js';
/** What the export path keeps of a wave. */
export class WaveExports {
  /** What of its fields is state of the device. */
  static readonly fingerprint: FieldRules<WaveExports> = {};

  hasSpace = false;
  /** Its space is asked for and has not come. */
  awaitsSpace = false;
  /** GFX11: it may enter its section; and the flag is on its way, or there. */
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
