import type { FieldRules } from '../fingerprint/field-rule.js';
import { makeEntries } from './overlap-table.js';

/**
 * Per-wave state of overlap detection, from the wave's formation until it leaves the exit tracker. `W` is the
 * wave type.
 */
export class WaveOverlap<W> {
  /** How each field contributes to the state fingerprint. */
  static readonly fingerprint: FieldRules<WaveOverlap<unknown>> = {
    entries: {
      reason: 'entries past the end are stale',
      write: (entries: Int32Array, walk, owner) => walk.hash.words(entries.subarray(0, owner.entryCount)),
    },
  };

  /** Stamp of the layer to which its new quads are added (see `OverlapTracker.newLayer`). */
  layer = 0;
  /**
   * Positions of its entries in the packer's overlap table, held until it retires. Only the first
   * `entryCount` elements are valid.
   */
  readonly entries = makeEntries();
  entryCount = 0;
  didOverlap = false;
  /** The raw newest field of the collision argument. */
  newest = 0;
  /** Number of overlapped waves that have not exited. Only used by the export gate (GFX11). */
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
