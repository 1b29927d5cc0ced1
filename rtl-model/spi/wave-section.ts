import type { FieldRules } from '../fingerprint/field-rule.js';

/** The progress of a wave through its ordered section, as the path to the exit tracker sees it. */
export class WaveSection {
  /** How each field contributes to the state fingerprint. */
  static readonly fingerprint: FieldRules<WaveSection> = {};

  /** Whether the wave has selected a packer. */
  packerEnabled = false;
  messageSent = false;
  /** Whether the wave had selected a packer when its message left. A trap handler that ran in the meantime has none. */
  messageHasPacker = false;
  /** Whether the wave's exit (the message, or the export with `done`) has left it. */
  exitSent = false;
  messageArrived = false;
  /** Number of exits on their way to the tracker. There is more than one if the wave exits twice. */
  exitsInFlight = 0;
  /** Whether the tracker has counted the wave's exit. */
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
