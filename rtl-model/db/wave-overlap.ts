import type { FieldRules } from '../fingerprint/field-rule.js';
import { makeEntries } from './overlap-table.js';

/** What overlap detection keeps of a wave, from its formation until it leaves the exit tracker. `W` is the wave itself. */
export class WaveOverlap<W> {
  /** What of its fields is state of the device. */
  static readonly fingerprint: FieldRules<WaveOverlap<unknown>> = {
    entries: {
      why: 'entries after the last one are old',
      write: (entries: Int32Array, walk, owner) => walk.hash.words(entries.subarray(0, owner.entryCount)),
    },
  };

  /** Stamp of the layer that its quads join (`OverlapTracker.newLayer`). */
  layer = 0;
  /** Positions in the packer's overlap table that it holds until it retires: the first `entryCount`. */
  readonly entries = makeEntries();
  entryCount = 0;
  didOverlap = false;
  /** Raw newest field of the collision argument. */
  newest = 0;
  /** Waves that this one overlaps and that have not exited; only kept where the export gate needs it (GFX11). */
  pending = 0;
  /** Younger waves to tell about the exit (GFX11). */
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
