import { findMin } from '../../../arch/index.js';
import type { WaveLaunched } from '../../../transactions/index.js';
import { CONTROLLERS } from '../../evidence/facts/launch-needs.js';
import { NEVER } from '../../kit.js';

/** The part of a launch report that pixel and background waves have in common. */
export type Start = Pick<WaveLaunched, 'cycle' | 'controller' | 'loadCycles'>;

/** Tracks when a wave was last launched, and when each launch controller becomes free. */
export class ControllerTimes {
  lastLaunch = NEVER;
  private readonly busyUntil = new Array<number>(CONTROLLERS).fill(NEVER);

  /** The first cycle in which a controller is free. */
  get nextFree(): number {
    return findMin(this.busyUntil);
  }

  /** Records that a controller starts loading a wave. */
  start({ controller, cycle, loadCycles }: Start): void {
    this.busyUntil[controller] = cycle + loadCycles;
    this.lastLaunch = cycle;
  }
}
