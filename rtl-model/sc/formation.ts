import type { DeviceContext } from '../context.js';
import { type CollisionPorts, describeCollision } from '../db/collision.js';
import type { OverlapSet } from '../db/overlap-set.js';
import type { Wave } from '../wave.js';

/** Lets a packer form its closed wave and describes the wave's overlaps: the model, or a design in its place. */
export interface Formation {
  /** Whether the closed wave is formed now, given whether id window and queue have room; asked again when the packer retries. */
  admits(wave: Wave, hasRoom: boolean): boolean;
  /** Describes what the admitted wave overlaps; `met` are the waves its quads overlapped. */
  describe(wave: Wave, met: OverlapSet, ports: CollisionPorts): void;
  /** What an unadmitted wave waits for although there is room; undefined if nothing. */
  awaits(wave: Wave): 'id-window' | 'overlap-table' | undefined;
}

/** The model's formation: immediate, if there is room. */
export function modelFormation(context: DeviceContext): Formation {
  return {
    admits: (_, hasRoom) => hasRoom,
    describe: (wave, met, ports) => describeCollision(context, wave, met, ports),
    awaits: () => undefined,
  };
}
