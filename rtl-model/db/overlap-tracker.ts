import type { DeviceContext } from '../context.js';
import { CLEAN_OVERLAP, OVERLAP_FAULTS, type OverlapOutputs } from './faults.js';

/** Samples that a coverage mask can have. */
const SAMPLES_MAX = 16;

/** What the lookup of one quad needs to know of its packer. */
export interface ExitView {
  /** Whether the wave with this running number in the packer has exited. */
  hasExited(sequence: number): boolean;
}

/** Unfinished waves that the quads of a forming wave met. */
export class OverlapSet {
  /** Running numbers in the packer, without repeats, in no order. */
  members = new Int32Array(64);
  count = 0;
  newest = -1;
  oldest = -1;

  clear(): void {
    this.count = 0;
    this.newest = -1;
    this.oldest = -1;
  }

  add(sequence: number): void {
    for (let i = 0; i < this.count; i++) if (this.members[i] === sequence) return;
    if (this.count === this.members.length) {
      const larger = new Int32Array(this.count * 2);
      larger.set(this.members);
      this.members = larger;
    }
    this.members[this.count++] = sequence;
    if (sequence > this.newest) this.newest = sequence;
    if (this.oldest < 0 || sequence < this.oldest) this.oldest = sequence;
  }
}

/**
 * Remembers for every overlap unit the last wave that covered it. A pixel belongs to one packer for good, so
 * running numbers of that packer suffice. With `planes` 1 a unit is a pixel, else one bit of the sample mask,
 * whatever that sample means in the draw at hand (S-116, S-127).
 */
export class OverlapTracker {
  private readonly last: Int32Array;
  private readonly units = new Int32Array(4 * SAMPLES_MAX);
  private unitCount = 0;
  private readonly outputs: OverlapOutputs;

  constructor(
    context: DeviceContext,
    private readonly width: number,
    height: number,
    /** 1, or `SAMPLES_MAX` when some draw tracks samples. */
    private readonly planes: 1 | typeof SAMPLES_MAX,
  ) {
    this.last = new Int32Array(width * height * planes).fill(-1);
    this.outputs = context.outputs(CLEAN_OVERLAP, OVERLAP_FAULTS);
  }

  /** Names the quad that the next calls are about: looks up the overlap units that its covered samples take. */
  select(quads: Int32Array, at: number, perSample: boolean): void {
    this.unitCount = 0;
    const x = quads[at];
    const y = quads[at + 1];
    for (let pixel = 0; pixel < 4; pixel++) {
      const mask = (quads[at + 3 + (pixel >> 1)] >>> ((pixel & 1) * SAMPLES_MAX)) & 0xffff;
      if (mask === 0) continue;
      const base = ((y + (pixel >> 1)) * this.width + x + (pixel & 1)) * this.planes;
      if (this.planes === 1) this.units[this.unitCount++] = base;
      else this.selectPlanes(base, perSample ? mask : 0xffff);
    }
  }

  /** Whether the selected quad overlaps one that is already in the wave `forming`. */
  collides(forming: number): boolean {
    for (let i = 0; i < this.unitCount; i++) if (this.last[this.units[i]] === forming) return true;
    return false;
  }

  /** Adds the selected quad to the wave `forming`: collects the unfinished waves that it meets, and takes their place. */
  enter(forming: number, exits: ExitView, met: OverlapSet): void {
    for (let i = 0; i < this.unitCount; i++) {
      const unit = this.units[i];
      const last = this.last[unit];
      if (last >= 0 && last !== forming && !exits.hasExited(last)) met.add(last);
      this.last[unit] = forming;
    }
  }

  /** The wave that is reported as newest for what was met. */
  reportedNewest(met: OverlapSet): number {
    return this.outputs.newest(met.newest, met.oldest);
  }

  private selectPlanes(base: number, mask: number): void {
    for (let sample = 0; sample < SAMPLES_MAX; sample++) {
      if ((mask >>> sample) & 1) this.units[this.unitCount++] = base + sample;
    }
  }
}
