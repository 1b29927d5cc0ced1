import { leastOf } from '../../../arch/index.js';
import type { WaveLaunched } from '../../../transactions/index.js';
import { CONTROLLERS } from '../../evidence/facts/launch-need.js';
import { NEVER } from '../../evidence/ledger/wave-record.js';

/** The part of a launch report that both kinds of waves have in common. */
export type Start = Pick<WaveLaunched, 'cycle' | 'controller' | 'loadCycles'>;

/** Tracks when a wave was last launched, and when each launch controller becomes free. */
export class ControllerTimes {
  lastLaunch = NEVER;
  private readonly busyUntil = new Array<number>(CONTROLLERS).fill(NEVER);

  /** The first cycle in which a controller is free. */
  get nextFree(): number {
    return leastOf(this.busyUntil);
  }

  /** Records that a controller starts to load a wave. */
  start({ controller, cycle, loadCycles }: Start): void {
    this.busyUntil[controller] = cycle + loadCycles;
    this.lastLaunch = cycle;
  }
}
