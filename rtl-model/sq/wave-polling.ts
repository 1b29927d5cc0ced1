import type { FieldRules } from '../fingerprint/field-rule.js';
/** How a wave waits for the exiting id of its packer. */
export class WavePolling {
  /** What of its fields is state of the device. */
  static readonly fingerprint: FieldRules<WavePolling> = {
    parkCycle: { leftOut: 'decides only when a round of polling ends' },
  };

  /** Last exiting id that a poll reported, -1 for none; and the tracker's epoch then. */
  lastId = -1;
  lastEpoch = 0;
  /** An exit, not the end of the sleep, will run it. */
  wokenByExit = false;
  /** PARKED: when it was parked, and its polling period. */
  parkCycle = 0;
  parkPeriod = 0;
  /** Running number that ends its polling, where it polls; Infinity for one that none ends. */
  parkTarget = 0;

  reset(): void {
    this.lastId = -1;
    this.lastEpoch = 0;
    this.wokenByExit = false;
    this.parkCycle = 0;
    this.parkPeriod = 0;
    this.parkTarget = 0;
  }
}
