import type { DeviceContext } from '../context.js';
import { type CollisionPorts, describeCollision } from '../db/collision.js';
import type { OverlapSet } from '../db/overlap-set.js';
import type { Wave } from '../wave.js';

/** Lets a packer form its closed wave and says what the wave overlaps: the model, or a design in its place. */
export interface Formation {
  /** Whether the closed wave is formed now, given whether id window and queue have room; asked again when the packer retries. */
  admits(wave: Wave, hasRoom: boolean): boolean;
  /** Says what the admitted wave overlaps; `met` are the waves that its quads met. */
  describe(wave: Wave, met: OverlapSet, ports: CollisionPorts): void;
  /** What the wave waits for that is not admitted although there is room; undefined for nothing. */
  awaits(wave: Wave): 'id-window' | 'overlap-table' | undefined;
}

/** The formation of the model: at once, where there is room. */
export function modelFormation(context: DeviceContext): Formation {
  return {
    admits: (_, hasRoom) => hasRoom,
    describe: (wave, met, ports) => describeCollision(context, wave, met, ports),
    awaits: () => undefined,
  };
}
