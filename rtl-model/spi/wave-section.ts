/** A wave's progress through its ordered section, as seen by the exit path. */
export class WaveSection {
  /** Whether the wave has selected a packer. */
  packerEnabled = false;
  messageSent = false;
  /**
   * Whether a packer was selected when the wave sent its message. Recorded here because a trap handler that runs later
   * has no packer selected.
   */
  messageHasPacker = false;
  /** Whether the wave has signalled its exit (with a message or a `done` export). */
  exitSent = false;
  messageArrived = false;
  /** Number of exits on their way to the tracker. There is more than one if the wave exits twice. */
  exitsInFlight = 0;
  /** Whether the tracker has counted the wave's exit. */
  exited = false;
}
