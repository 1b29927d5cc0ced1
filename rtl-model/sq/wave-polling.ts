/** A wave's state while it waits for its packer's exiting id. */
export class WavePolling {
  /** The exiting id that the wave last polled, or -1 if there is none. */
  lastId = -1;
  /** The tracker's epoch at the wave's last poll. */
  lastEpoch = 0;
  /** The exiting id that was visible to polls at the wave's last poll. */
  lastShown = -1;
  /** Whether the pending wake comes from an exit rather than from the sleep timing out. */
  wokenByExit = false;
  /** The cycle in which the wave was parked. */
  parkCycle = 0;
  /** The polling period of a parked wave. */
  parkPeriod = 0;
  /** The sequence number that ends the wave's polling, or infinity if there is none. */
  parkTarget = 0;
}
