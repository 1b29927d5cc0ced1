import type { FaultTable } from '../context.js';
import type { DrawPlan } from '../spi/draw-plan.js';

/** The scan converter's interface to the packers. */
export interface ScanBoundary {
  readonly packers: readonly {
    accept: (plan: DrawPlan, quads: Int32Array, offset: number) => boolean;
    readonly isIdle: boolean;
  }[];
  /** Schedules a step for the next cycle. */
  resume: () => void;
  /** Called when a wave has ended. */
  waveEnded: () => void;
}

/** Faults between the scan converter and the packers. */
export const SCAN_BOUNDARY_FAULTS: FaultTable<ScanBoundary> = {
  F235: (scan) => {
    const waveEnded = scan.waveEnded.bind(scan);
    let isHeld = false;
    for (const packer of scan.packers) {
      const accept = packer.accept.bind(packer);
      packer.accept = (plan, quads, offset) => {
        isHeld = scan.packers.some((other) => other !== packer && !other.isIdle);
        return !isHeld && accept(plan, quads, offset);
      };
    }
    return {
      waveEnded: () => {
        waveEnded();
        if (isHeld) scan.resume();
      },
    };
  },
};
