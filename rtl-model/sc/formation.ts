import type { DeviceContext } from '../context.js';
import { type CollisionPorts, describeCollision } from '../db/collision.js';
import type { OverlapSet } from '../db/overlap-set.js';
import type { Wave } from '../wave.js';

/** Admits a packer's closed wave and describes its overlaps. Implemented by the model or by a replacement design. */
export interface Formation {
  /**
   * Whether the closed wave can be formed now. `hasRoom` is true if both the id window and the queue have room. Called
   * again when the packer retries.
   */
  admits(wave: Wave, hasRoom: boolean): boolean;
  /** Fills in the admitted wave's collision data from `overlaps`, the set of waves its quads overlap. */
  describe(wave: Wave, overlaps: OverlapSet, ports: CollisionPorts): void;
  /** What a rejected wave is waiting for other than room, if anything. */
  getBlocker(wave: Wave): 'id-window' | 'overlap-table' | undefined;
}

/** Creates the model's default formation, which forms a wave as soon as there is room. */
export function createModelFormation(context: DeviceContext): Formation {
  return {
    admits: (_, hasRoom) => hasRoom,
    describe: (wave, overlaps, ports) => describeCollision(context, wave, overlaps, ports),
    getBlocker: () => undefined,
  };
}
