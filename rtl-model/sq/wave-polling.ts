import type { FieldRules } from '../fingerprint/field-rule.js';

/** A wave's wait for its packer's exiting id. */
export class WavePolling {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<WavePolling> = {
    lastShown: { excluded: 'only affects whether a stale poll is reported' },
    parkCycle: { excluded: 'only affects when a polling iteration ends' },
  };

  /** Last exiting id that a poll read, -1 if none, and the tracker's epoch then. */
  lastId = -1;
  lastEpoch = 0;
  /** Exiting id visible to polls when it last polled. */
  lastShown = -1;
  /** Whether an exit, not the end of the sleep, will wake it. */
  wokenByExit = false;
  /** While PARKED: the cycle in which it was parked, and its polling period. */
  parkCycle = 0;
  parkPeriod = 0;
  /** Sequence number that ends its polling; Infinity if none. */
  parkTarget = 0;

  reset(): void {
    this.lastId = -1;
    this.lastEpoch = 0;
    this.lastShown = -1;
    this.wokenByExit = false;
    this.parkCycle = 0;
    this.parkPeriod = 0;
    this.parkTarget = 0;
  }
}
