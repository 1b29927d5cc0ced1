import type { FieldRules } from '../fingerprint/field-rule.js';
/** A wave's progress through its ordered section, as seen by the path to the exit tracker. */
export class WaveSection {
  /** Which of its fields are device state. */
  static readonly fingerprint: FieldRules<WaveSection> = {};

  /** It has a packer selected. */
  packerEnabled = false;
  messageSent = false;
  /** A message left it while it had a packer; a trap handler running while it is in flight has none. */
  messageHasPacker = false;
  /** Its exit, message or export with done, has left it. */
  exitSent = false;
  messageArrived = false;
  /** Exits between the wave and its tracker: more than one if it exits twice. */
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
