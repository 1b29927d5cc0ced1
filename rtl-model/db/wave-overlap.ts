import type { FieldRules } from '../fingerprint/field-rule.js';
import { makeEntries } from './overlap-table.js';

/**
 * The state that overlap detection keeps for a wave, from its formation until it leaves the exit tracker. `W` is the wave
 * type.
 */
export class WaveOverlap<W> {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<WaveOverlap<unknown>> = {
    entries: {
      why: 'entries past the end are stale',
      write: (entries: Int32Array, walk, owner) => walk.hash.words(entries.subarray(0, owner.entryCount)),
    },
  };

  /** Stamp of the layer that its quads join (see `OverlapTracker.newLayer`). */
  layer = 0;
  /** Positions whose entries in the packer's overlap table it holds until it retires, in the first `entryCount` elements. */
  readonly entries = makeEntries();
  entryCount = 0;
  didOverlap = false;
  /** The raw newest field of the collision argument. */
  newest = 0;
  /** Number of overlapped waves that have not exited. Used only by the export gate (GFX11). */
  pending = 0;
  /** Younger waves to notify when this wave exits (GFX11). */
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
