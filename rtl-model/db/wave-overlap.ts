import type { FieldRules } from '../fingerprint/field-rule.js';
import { makeEntries } from './overlap-table.js';

/** Overlap detection's state for a wave, from its formation until it leaves the exit tracker. `W` is the wave type. */
export class WaveOverlap<W> {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<WaveOverlap<unknown>> = {
    entries: {
      why: 'entries past the end are stale',
      write: (entries: Int32Array, walk, owner) => walk.hash.words(entries.subarray(0, owner.entryCount)),
    },
  };

  /** Stamp of the layer that its quads join (`OverlapTracker.newLayer`). */
  layer = 0;
  /** Positions it holds in the packer's overlap table until it retires: the first `entryCount`. */
  readonly entries = makeEntries();
  entryCount = 0;
  didOverlap = false;
  /** Raw newest field of the collision argument. */
  newest = 0;
  /** Number of unexited waves that this one overlaps; used only by the export gate (GFX11). */
  pending = 0;
  /** Younger waves to notify of the exit (GFX11). */
  readonly dependents: W[] = [];

  reset(): void {
    this.layer = 0;
    this.entryCount = 0;
    this.didOverlap = false;
    this.newest = 0;
    this.pending = 0;
    this.dependents.length = 0;
  }
}
