import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { makeEvent, UNIT } from '../context.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';
import {
  CLEAN_SPACE,
  SPACE_BOUNDARY_FAULTS,
  SPACE_FAULTS,
  type SpaceBoundary,
  type SpaceOutputs,
} from './export-faults.js';

/**
 * The colour export space of one packer, or the space in a position buffer, as tracked by SPI (P-090). It is
 * granted in wave order, because a younger wave holding space that the oldest needs would deadlock GFX11
 * (pipeline.md 4).
 */
export class ExportSpace {
  private readonly queue: Wave[] = [];
  private used = 0;
  private readonly outputs: SpaceOutputs;

  constructor(
    private readonly context: DeviceContext,
    /** Maximum number of waves that can have space at the same time. */
    private readonly capacity: number,
    /** Whether this is a position buffer. */
    private readonly isPosition: boolean,
  ) {
    this.outputs = context.outputs(CLEAN_SPACE, SPACE_FAULTS);
    context.inject<SpaceBoundary>(this, SPACE_BOUNDARY_FAULTS);
  }

  /** Number of waves that have space or a grant in flight. */
  get granted(): number {
    return this.used;
  }

  /** Requests space for a launched wave. The grant reaches the wave as an `EXPORT_SPACE` event. */
  request(wave: Wave): void {
    assert(!wave.exports.awaitsSpace && !wave.exports.hasSpace, 'a wave requests space only once');
    assert(wave.slot >= 0, 'only a running wave can request space');
    wave.exports.awaitsSpace = true;
    this.queue.push(wave);
    this.grant();
  }

  /** Called when SX has room for one more wave. */
  free(): void {
    assert(this.used > 0, 'only granted space can be returned');
    this.used--;
    this.refill();
  }

  /** Grants returned space to waiting waves. */
  refill(): void {
    this.grant();
  }

  private grant(): void {
    const { context } = this;
    const room = this.outputs.room(this.capacity, this.isPosition);
    while (this.queue.length > 0 && this.used < room) {
      const [wave] = this.queue.splice(this.outputs.next(this.queue.length), 1);
      this.used++;
      assert(wave.exports.awaitsSpace, 'space is granted only to a wave that requested it');
      assert(this.used <= room, 'granted space is within the capacity');
      const delay = context.latency(CHOICE.EXPORT_ALLOC_LATENCY, context.freedoms.exportAllocLatency);
      context.wheel.schedule(delay, makeEvent(UNIT.EXPORT_SPACE, wave.index));
    }
  }
}
