import type { DeviceContext } from '../context.js';
import { addDependencies, type CollisionPorts, isTracked } from '../db/collision.js';
import type { OverlapSet } from '../db/overlap-set.js';
import { OverlapTracker } from '../db/overlap-tracker.js';
import type { PackerView } from '../db/packer-view.js';
import type { PLANES } from '../db/spec.js';
import { computeWaveId, countIdsBetween } from '../db/wave-ids.js';
import { assert } from '../kernel/assert.js';
import type { Formation } from '../sc/formation.js';
import type { Wave } from '../wave.js';
import type { DesignBoundary } from './design-boundary.js';
import { makeProtocolError } from './read-answer.js';

/** The number of mask bits per pixel. */
const PIXEL_BITS = 16;

/**
 * Stands in for overlap detection: reports the coverage of each packed quad to a design instead. For packers that
 * drain, it also tracks which quads of the forming wave overlap each other, and whether any of them overlaps an
 * unfinished wave.
 */
export class DesignOverlapTracker extends OverlapTracker {
  constructor(
    private readonly device: DeviceContext,
    width: number,
    height: number,
    planes: 1 | typeof PLANES,
    private readonly boundary: DesignBoundary,
  ) {
    super(device, width, height, planes);
  }

  override stalls(): boolean {
    return !this.boundary.accepts('covers', this.coveredBlocks().size);
  }

  override addToWave(wave: Wave, view: PackerView, overlapped: OverlapSet, missed: boolean): void {
    super.addToWave(wave, view, overlapped, missed);
    if (!isTracked(this.device, wave)) return;
    for (const [corner, [upper, lower]] of this.coveredBlocks()) {
      assert((upper | lower) !== 0, 'a block sent to the design covers at least one sample');
      const [x, y] = [corner % this.width, Math.floor(corner / this.width)];
      this.boundary.post('covers', wave.packer, x, y, upper >>> 0, lower >>> 0);
    }
  }

  /**
   * Returns the covered 2x2 pixel blocks in the selected quad, keyed by their upper left pixel. Each has one mask for
   * its two upper pixels and one for its two lower pixels.
   */
  private coveredBlocks(): ReadonlyMap<number, readonly [number, number]> {
    const blocks = new Map<number, [number, number]>();
    for (let i = 0; i < this.unitCount; i++) {
      const unit = this.units[i];
      const pixel = Math.floor(unit / this.planes);
      const [x, y] = [pixel % this.width, Math.floor(pixel / this.width)];
      const corner = (y & ~1) * this.width + (x & ~1);
      const masks = blocks.get(corner) ?? [0, 0];
      blocks.set(corner, masks);
      masks[y & 1] |= 1 << ((x & 1) * PIXEL_BITS + (unit % this.planes));
    }
    return blocks;
  }
}

/** What the design has reported so far about a packer's closed wave. */
interface Description {
  readonly wave: Wave;
  readonly overlapped: Set<number>;
  /** Set once the design has reported all overlapped waves. */
  summary: { readonly overlaps: boolean; readonly newest: number } | undefined;
}

/** Forms a packer's waves, asking a design which earlier waves each closed wave overlaps. */
export class DesignOverlapFormation implements Formation {
  private description: Description | undefined;

  constructor(
    private readonly context: DeviceContext,
    private readonly packer: number,
    private readonly boundary: DesignBoundary,
    private readonly retry: () => void,
  ) {}

  admits(wave: Wave, hasRoom: boolean): boolean {
    if (this.description?.wave === wave) return this.description.summary !== undefined;
    if (!hasRoom) return false;
    assert(this.description === undefined, 'a packer closes one wave at a time');
    this.description = { wave, overlapped: new Set(), summary: undefined };
    const layers = isTracked(this.context, wave) && wave.intrawaveMask !== 0 ? 1 : 0;
    this.boundary.post('completed', this.packer, this.idFor(wave.sequence), layers);
    return false;
  }

  describe(wave: Wave, overlapped: OverlapSet, ports: CollisionPorts): void {
    const { description } = this;
    const summary = description?.summary;
    assert(description?.wave === wave && summary !== undefined, 'the design has described the formed wave');
    this.description = undefined;
    assert(wave.overlap.pending === 0 && !wave.overlap.didOverlap, 'a new wave is not waiting');
    overlapped.clear();
    for (const sequence of description.overlapped) overlapped.add(sequence);
    wave.overlap.didOverlap = summary.overlaps;
    wave.overlap.newest = summary.newest;
    if (this.context.facts.exitsByExport && summary.overlaps) addDependencies(wave, overlapped, ports);
  }

  getBlocker(wave: Wave): 'overlap-table' | undefined {
    return this.description?.wave === wave ? 'overlap-table' : undefined;
  }

  /** Called when the design reports that the closed wave overlaps an older one. */
  onOverlap([id, olderId]: readonly number[], line: string): void {
    const { overlapped, wave } = this.getOpenDescription(id, line);
    const { freedoms } = this.context;
    const isId = olderId >= 0 && olderId <= freedoms.idWrap;
    const distance = isId ? countIdsBetween(freedoms, olderId, id) : 0;
    if (distance === 0 || distance > wave.sequence)
      throw makeProtocolError(line, `packer ${this.packer} has no wave ${olderId} before wave ${id}`);
    assert(wave.packer === this.packer, "the wave belongs to the design's packer");
    overlapped.add(wave.sequence - distance);
  }

  /** Called when the design has reported all overlapped waves. */
  onDescribed([id, overlap, newest]: readonly number[], line: string): void {
    const description = this.getOpenDescription(id, line);
    const { idWrap } = this.context.freedoms;
    if (newest < 0 || newest > idWrap) throw makeProtocolError(line, `ids range from 0 to ${idWrap}`);
    description.summary = { overlaps: overlap !== 0, newest };
    this.retry();
  }

  private getOpenDescription(id: number, line: string): Description {
    const current = this.description;
    if (current === undefined || current.summary !== undefined || this.idFor(current.wave.sequence) !== id)
      throw makeProtocolError(
        line,
        `packer ${this.packer} is not waiting for the overlaps of closed wave ${id}`,
      );
    return current;
  }

  private idFor(sequence: number): number {
    return computeWaveId(this.context.freedoms, sequence);
  }
}
