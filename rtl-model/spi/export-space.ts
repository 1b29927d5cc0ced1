import { CHOICE } from '../choice-points.js';
import { type DeviceContext, makeEvent, UNIT } from '../context.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';

/**
 * The gate to the ordered section on GFX11. A wave is export-ready once space has been granted and the waves that it
 * overlaps have exited (S-054, U15).
 */
export class ExportGate {
  constructor(private readonly context: DeviceContext) {
    context.inject(this);
  }

  /** Called when one of the two conditions becomes true. Once both hold, schedules the wave's `EXPORT_READY` event. */
  check(wave: Wave): void {
    const { context } = this;
    if (!context.facts.exitsByExport || wave.exports.readyScheduled) return;
    if (!this.opens(wave)) return;
    assert(!wave.exports.ready, 'the flag is sent only once');
    assert(wave.group === undefined, 'the gate admits only pixel waves');
    wave.exports.readyScheduled = true;
    const delay = context.latency(CHOICE.EXPORT_READY_LATENCY, context.freedoms.exportReadyLatency);
    context.wheel.schedule(delay, makeEvent(UNIT.EXPORT_READY, wave.index));
  }

  /** Whether the gate is open for a wave: it has space, and the waves that it overlaps have exited. */
  opens({ exports, overlap }: Wave): boolean {
    return exports.hasSpace && overlap.pending === 0;
  }
}

/** The results of export space accounting. */
export const CLEAN_SPACE = {
  /** Returns the number of waves that fit in a colour or position buffer. `waves` is the correct answer. */
  room: (waves: number, _isPosition: boolean): number => waves,
  /** Returns the index, in a queue of `waiting` waves, of the next wave to be granted space (pipeline.md 4). */
  next: (_waiting: number): number => 0,
};

/**
 * The colour export space of one packer, or the space in a position buffer, as tracked by SPI (P-090). It is
 * granted in wave order, because a younger wave holding space that the oldest needs would deadlock GFX11
 * (pipeline.md 4).
 */
export class ExportSpace {
  private readonly queue: Wave[] = [];
  private used = 0;
  private readonly outputs: typeof CLEAN_SPACE;

  constructor(
    private readonly context: DeviceContext,
    /** Maximum number of waves that can have space at the same time. */
    private readonly capacity: number,
    private readonly isPosition: boolean,
  ) {
    this.outputs = context.outputs(CLEAN_SPACE);
    context.inject(this);
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
