import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { eventOf, UNIT } from '../context.js';
import { CONNECTIONS, type FieldRules } from '../fingerprint/field-rule.js';
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
 * Colour export space of one packer, or a position buffer's, as counted by SPI (P-090), granted in wave order
 * (pipeline.md 4: a younger wave holding what the oldest needs would deadlock GFX11).
 */
export class ExportSpace {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<ExportSpace> = CONNECTIONS;

  private readonly queue: Wave[] = [];
  private used = 0;
  private readonly outputs: SpaceOutputs;

  constructor(
    private readonly context: DeviceContext,
    /** Capacity in waves. */
    private readonly waves: number,
    /** Whether it is a position buffer. */
    private readonly isPosition: boolean,
  ) {
    this.outputs = context.outputs(CLEAN_SPACE, SPACE_FAULTS);
    context.inject<SpaceBoundary>(this, SPACE_BOUNDARY_FAULTS);
  }

  /** Number of waves that hold space, or to which a grant is in flight. */
  get granted(): number {
    return this.used;
  }

  /** A launched wave requests its space; the grant reaches it as an `EXPORT_SPACE` event. */
  request(wave: Wave): void {
    assert(!wave.exports.awaitsSpace && !wave.exports.hasSpace, 'a wave requests space only once');
    assert(wave.slot >= 0, 'a wave that requests space is running');
    wave.exports.awaitsSpace = true;
    this.queue.push(wave);
    this.grant();
  }

  /** SX has room for one more wave. */
  free(): void {
    assert(this.used > 0, 'returned space was granted');
    this.used--;
    this.refill();
  }

  /** Grants returned space again. */
  refill(): void {
    this.grant();
  }

  private grant(): void {
    const { context } = this;
    const room = this.outputs.room(this.waves, this.isPosition);
    while (this.queue.length > 0 && this.used < room) {
      const [wave] = this.queue.splice(this.outputs.next(this.queue.length), 1);
      this.used++;
      assert(wave.exports.awaitsSpace, 'space is granted only to a wave that requested it');
      assert(this.used <= room, 'granted space is within the capacity');
      const delay = context.latency(CHOICE.EXPORT_ALLOC_LATENCY, context.freedoms.exportAllocLatency);
      context.wheel.schedule(delay, eventOf(UNIT.EXPORT_SPACE, wave.index));
    }
  }
}
