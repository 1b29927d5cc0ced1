import type { FieldRules } from '../fingerprint/field-rule.js';
/** A wave's progress through its ordered section, as seen by the path to the exit tracker. */
export class WaveSection {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<WaveSection> = {};

  /** Whether it has selected a packer. */
  packerEnabled = false;
  messageSent = false;
  /** Whether it had selected a packer when its message left; a trap handler that runs meanwhile has none. */
  messageHasPacker = false;
  /** Whether its exit (message or export with done) has left it. */
  exitSent = false;
  messageArrived = false;
  /** Exits in flight to the tracker: more than one if the wave exits twice. */
  exitsInFlight = 0;
  /** Whether the tracker has counted its exit. */
  exited = false;

  reset(): void {
    this.packerEnabled = false;
    this.messageSent = false;
    this.messageHasPacker = false;
    this.exitSent = false;
    this.messageArrived = false;
    this.exitsInFlight = 0;
    this.exited = false;
  }
}
