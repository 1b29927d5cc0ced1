import { MAX_QUADS } from '../sc/spec.js';

/**
 * The overlap-detection state of a wave, from formation until it retires from the exit tracker. `W` is the type of the
 * wave.
 */
export class WaveOverlap<W> {
  /** The stamp of the layer that new quads of the wave are added to (see `OverlapTracker.newLayer`). */
  layer = 0;
  /**
   * The positions of the wave's entries in the packer's overlap table, which it holds until it retires. Only the first
   * `entryCount` elements are valid.
   */
  readonly entries = new Int32Array(MAX_QUADS);
  entryCount = 0;
  didOverlap = false;
  /** The raw value of the collision argument's `newest` field. */
  newest = 0;
  /** The number of overlapped waves that have not exited yet. Only used by the export gate (GFX11). */
  pending = 0;
  /** The younger waves to notify when this wave exits (GFX11). */
  readonly dependents: W[] = [];

  reset(): void {
    this.layer = 0;
    this.entries.fill(0, 0, this.entryCount);
    this.entryCount = 0;
    this.didOverlap = false;
    this.newest = 0;
    this.pending = 0;
    this.dependents.length = 0;
  }
}
