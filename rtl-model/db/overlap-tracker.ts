import { QUAD_COLUMN } from '../../transactions/index.js';
import type { DeviceContext } from '../context.js';
import { assert } from '../kernel/assert.js';
import { type Granularity, getCoveredPlanes } from './granularity.js';
import type { OverlapSet } from './overlap-set.js';
import type { ExitView } from './overlap-table.js';
import type { FormingWave, PackerView } from './packer-view.js';
import { PLANES, ZONES } from './spec.js';
import { computeNewestField } from './wave-ids.js';

/** The outputs of the overlap tracker that faults can replace. Sequence numbers count the waves of one packer. */
export const CLEAN_OVERLAP = {
  /** Returns the wave to report as the newest overlap, given the newest and oldest unfinished overlapped waves. */
  newest: (newest: number, _oldest: number): number => newest,
  /** Returns whether the wave with this sequence number still counts as an overlap on a unit that it covered. */
  isOpen: (sequence: number, exits: ExitView): boolean => !exits.hasExited(sequence),
  /** Encodes `newest`, the newest overlapped wave's id, for the newest-overlap field of the wave with id `current`. */
  newestField: computeNewestField,
  /**
   * Returns the wave to report as the newest overlap of a wave that overlaps only itself (`own`), or undefined for
   * none. Correct hardware reports `earlier`.
   */
  newestForSelfOverlap: (earlier: number, _own: number): number | undefined => earlier,
  /** Returns the percentage of waves without overlap to report as overlapping, given the configured percentage (U5). */
  falseOverlap: (percent: number): number => percent,
  /**
   * Returns whether a quad closes the forming wave or starts a new layer in it. `overlaps` is true if the quad
   * overlaps another primitive's quad in the wave's current layer.
   */
  collides: (overlaps: boolean): boolean => overlaps,
  /** Returns the mask of the fragments that can overlap others. `covered` is the mask of a quad's covered fragments. */
  fragments: (covered: number): number => covered,
};

/**
 * Remembers the last wave that covered each overlap unit. Since a pixel always belongs to the same packer, sequence
 * numbers within that packer are sufficient. If `planes` is 1, a unit is a pixel; otherwise it is one bit of a pixel's
 * coverage mask.
 */
export class OverlapTracker {
  /** The sequence number of the last wave that covered each unit, or -1 if none did. */
  readonly last: Int32Array;
  private readonly lastPrimitive: Int32Array;
  private readonly lastLayer: Int32Array;
  private readonly lastInZone: Int32Array;
  private readonly zoneSize: number;
  /** The overlap units of the selected quad, in the first `unitCount` elements. */
  protected readonly units = new Int32Array(4 * PLANES * PLANES);
  protected unitCount = 0;
  private primitive = 0;
  /** The selected quad's position in its packer's table. */
  position = 0;
  private zone = 0;
  private layers = 0;
  readonly outputs: typeof CLEAN_OVERLAP;

  constructor(
    context: DeviceContext,
    protected readonly width: number,
    height: number,
    /** `PLANES` if any draw distinguishes samples within a pixel, otherwise 1. */
    readonly planes: 1 | typeof PLANES,
  ) {
    const { overlapReach, regionSize } = context.freedoms;
    const units = width * height * planes;
    const { memory } = context;
    this.last = memory.take(units).fill(-1);
    this.lastPrimitive = memory.take(units);
    this.lastLayer = memory.take(units);
    this.zoneSize = ZONES[overlapReach] ?? regionSize;
    const zones =
      this.zoneSize === 0 ? 0 : Math.ceil(width / this.zoneSize) * Math.ceil(height / this.zoneSize);
    this.lastInZone = memory.take(zones).fill(-1);
    this.outputs = context.outputs(CLEAN_OVERLAP);
    context.inject(this);
  }

  /** Returns a unique stamp for a layer of a wave. */
  newLayer(): number {
    return ++this.layers;
  }

  /** Selects the quad that the following calls refer to, and looks up the overlap units of its covered samples. */
  select(quads: Int32Array, offset: number, granularity: Granularity): void {
    this.unitCount = 0;
    assert(
      quads[offset + QUAD_COLUMN.X] >= 0 && quads[offset + QUAD_COLUMN.Y] >= 0,
      'the quad is on the screen',
    );
    const x = quads[offset + QUAD_COLUMN.X];
    const y = quads[offset + QUAD_COLUMN.Y];
    this.primitive = quads[offset + QUAD_COLUMN.PRIMITIVE];
    this.position = (y >> 1) * ((this.width + 1) >> 1) + (x >> 1);
    if (this.zoneSize !== 0) {
      const zonesPerRow = Math.ceil(this.width / this.zoneSize);
      this.zone = Math.floor(y / this.zoneSize) * zonesPerRow + Math.floor(x / this.zoneSize);
    }
    const rate = quads[offset + QUAD_COLUMN.RATE];
    const [width, height] = [1 << (rate & 3), 1 << (rate >> 2)];
    assert(x < this.width && (x & (2 * width - 1)) === 0, 'the quad is aligned to its size');
    const visible = this.outputs.fragments(findCoveredFragments(quads, offset));
    for (let fragment = 0; fragment < 4; fragment++) {
      if (((visible >>> fragment) & 1) === 0) continue;
      const masks = quads[offset + (fragment < 2 ? QUAD_COLUMN.MASK01 : QUAD_COLUMN.MASK23)];
      const coverage = (masks >>> ((fragment & 1) * PLANES)) & 0xffff;
      const pixel = (y + (fragment >> 1) * height) * this.width + x + (fragment & 1) * width;
      if (rate === 0) this.selectPixel(pixel, coverage, granularity);
      else this.selectFragment(pixel, width, height, coverage, granularity);
    }
    assert(this.unitCount <= this.units.length, "the list has room for the quad's units");
    assert(
      this.unitCount === 0 || this.units[this.unitCount - 1] < this.last.length,
      'the last unit is on the screen',
    );
  }

  /** Returns whether the selected quad must wait for a free entry in the packer's table. */
  stalls({ table }: PackerView): boolean {
    return table.stalls(this.position);
  }

  /** Returns whether the selected quad overlaps another primitive's quad in the forming wave's current layer. */
  collides({ overlap }: FormingWave): boolean {
    const { layer } = overlap;
    for (let i = 0; i < this.unitCount; i++) {
      const unit = this.units[i];
      if (this.lastLayer[unit] === layer && this.lastPrimitive[unit] !== this.primitive)
        return this.outputs.collides(true);
    }
    return this.outputs.collides(false);
  }

  /** Returns whether the selected quad overlaps an unfinished wave other than `forming`. */
  overlapsOther(forming: number, { exits }: PackerView): boolean {
    for (let i = 0; i < this.unitCount; i++) {
      const last = this.last[this.units[i]];
      if (last >= 0 && last !== forming && this.isOpen(last, exits)) return true;
    }
    return false;
  }

  /**
   * Adds the selected quad to the forming wave: collects the unfinished waves that it overlaps, and records the forming
   * wave as the last one to cover its units. If `missed` is set, the chip misses the overlap (see pops.md 9, missed
   * overlap).
   */
  addToWave(forming: FormingWave, view: PackerView, overlapped: OverlapSet, missed: boolean): void {
    const { sequence } = forming;
    assert(sequence >= 0, 'the forming wave has a sequence number');
    const { layer } = forming.overlap;
    assert(layer > 0 && layer <= this.layers, 'the forming wave has a layer');
    view.table.addConservativeOverlap(this.position, sequence, view.exits, overlapped);
    for (let i = 0; i < this.unitCount; i++) {
      const unit = this.units[i];
      const last = this.last[unit];
      // Younger waves have larger sequence numbers.
      if (!missed && last >= 0 && last < sequence && this.isOpen(last, view.exits)) overlapped.add(last);
      this.recordCoverage(unit, forming);
    }
    if (this.zoneSize !== 0) this.addZoneOverlap(sequence, view.exits, overlapped);
    view.table.record(this.position, sequence, forming.overlap);
  }

  private isOpen(sequence: number, exits: ExitView): boolean {
    return this.outputs.isOpen(sequence, exits);
  }

  /** Records the forming wave as the last one to cover a unit. */
  recordCoverage(unit: number, forming: FormingWave): void {
    this.last[unit] = forming.sequence;
    this.lastPrimitive[unit] = this.primitive;
    this.lastLayer[unit] = forming.overlap.layer;
  }

  /** Adds a false overlap with the last wave in the zone (U5, U16). */
  private addZoneOverlap(forming: number, exits: ExitView, overlapped: OverlapSet): void {
    const last = this.lastInZone[this.zone];
    if (last >= 0 && last < forming && !exits.hasExited(last)) overlapped.addConservatively(last);
    assert(this.zone < this.lastInZone.length, 'the zone is on the screen');
    this.lastInZone[this.zone] = forming;
  }

  /** Selects the fine pixels that a coarse fragment covers, each with its own samples (S-146; pops.md 8). */
  private selectFragment(
    first: number,
    width: number,
    height: number,
    coverage: number,
    granularity: Granularity,
  ): void {
    const { samples } = granularity;
    for (let pixel = 0; pixel < width * height; pixel++) {
      const covered = (coverage >>> (pixel * samples)) & (2 ** samples - 1);
      if (covered === 0) continue;
      const finePixel = first + Math.floor(pixel / width) * this.width + (pixel % width);
      this.selectPixel(finePixel, covered, granularity);
    }
  }

  private selectPixel(pixel: number, coverage: number, granularity: Granularity): void {
    const base = pixel * this.planes;
    if (this.planes === 1) {
      this.units[this.unitCount++] = base;
      return;
    }
    const planes = getCoveredPlanes(granularity, coverage);
    for (let remaining = planes; remaining !== 0; remaining &= remaining - 1) {
      this.units[this.unitCount++] = base + 31 - Math.clz32(remaining & -remaining);
    }
  }
}

/** Returns the fragments of a quad that have at least one covered sample, with one bit per fragment. */
export function findCoveredFragments(quads: Int32Array, offset: number): number {
  const [upper, lower] = [quads[offset + QUAD_COLUMN.MASK01], quads[offset + QUAD_COLUMN.MASK23]];
  return (
    ((upper & 0xffff) === 0 ? 0 : 1) |
    (upper >>> PLANES === 0 ? 0 : 2) |
    ((lower & 0xffff) === 0 ? 0 : 4) |
    (lower >>> PLANES === 0 ? 0 : 8)
  );
}
