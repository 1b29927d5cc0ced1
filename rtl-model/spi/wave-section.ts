import type { FieldRules } from '../fingerprint/field-rule.js';
/** How far a wave has got with its ordered section, as the way to the exit tracker sees it. */
export class WaveSection {
  /** What of its fields is state of the device. */
  static readonly fingerprint: FieldRules<WaveSection> = {};

  /** It has a packer selected. */
  packerEnabled = false;
  messageSent = false;
  /** A message left it while it had a packer; a trap handler that runs while it is on its way has none. */
  messageHasPacker = false;
  /** Its exit, message or export with done, has left it. */
  exitSent = false;
  messageArrived = false;
  /** Exit events between the wave and its tracker: more than one where it exits twice. */
  exitsOnTheWay = 0;
  /** The tracker has counted its exit. */
  exited = false;

  reset(): void {
    this.packerEnabled = false;
    this.messageSent = false;
    this.messageHasPacker = false;
    this.exitSent = false;
    this.messageArrived = false;
    this.exitsOnTheWay = 0;
    this.exited = false;
  }
}
