import type { KnobValues } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { makeEvent, UNIT } from '../context.js';
import { computeWaveId } from '../db/wave-ids.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';
import { RING } from './spec.js';

/** Receives notifications from an exit tracker. */
export interface ExitListener {
  /** Called when the wave and all waves before it have exited, so its record is no longer needed. */
  retired(wave: Wave): void;
  /** Called when the packer's id window has moved, so a full window may have room. */
  windowMoved(packer: number): void;
  /** Called when the exiting id that polls read for the packer changes. */
  exitingIdChanged(packer: number): void;
}

/**
 * The interface of an exit tracker or its replacement. The omitted members are internal to the tracker, but faults can
 * override them.
 */
export type ExitTracking = Omit<Pick<ExitTracker, keyof ExitTracker>, 'send' | 'moveWindow'>;

/**
 * Counts the exits of one packer's waves, and makes the exiting id (the id of the next wave to exit) visible to polls
 * (S-041). Exits are counted in formation order, regardless of their arrival order (U2). The visible id lags by a path
 * latency and never runs ahead (pipeline.md 3).
 */
export class ExitTracker {
  /** The sequence number of the oldest wave that has not exited. */
  oldest = 0;
  /**
   * The sequence number at which the id window starts. It follows the id visible to polls, because an id that is still
   * visible must not be reused (S-035). GFX11 and later have no polls, so it is `oldest` itself.
   */
  windowStart = 0;
  /** The sequence number that is visible to polls. */
  shown = 0;
  /** Number of times `shown` has changed. Waves use it to tell whether it has changed since their last poll. */
  epoch = 0;
  private readonly exited = new Uint8Array(RING);
  /** The waves that have not retired, by ring slot. Grows as waves are added, up to the size of the ring. */
  private readonly waves: (Wave | undefined)[] = [];
  /** Values on their way to `shown`, oldest first. */
  private readonly inFlight: number[] = [];
  private lastArrivalCycle = 0;
  /** The first id that polls can read, and the last one before ids wrap around. */
  readonly shownIds: Pick<KnobValues, 'idWrap' | 'idStart'>;

  constructor(
    private readonly context: DeviceContext,
    readonly packer: number,
    private readonly listener: ExitListener,
  ) {
    this.shownIds = context.freedoms;
    context.inject(this);
  }

  /** Called when a wave has been formed. */
  add(wave: Wave): void {
    assert(wave.packer === this.packer, 'a tracker holds only waves of its packer');
    assert(wave.sequence >= this.oldest, 'a wave is added before it exits');
    const slot = wave.sequence & (RING - 1);
    assert(this.waves[slot] === undefined, 'the ring has room for the wave');
    this.exited[slot] = 0;
    this.waves[slot] = wave;
  }

  /**
   * Whether the wave counts as having exited. On GFX11 and later, that is as soon as it exits; before GFX11, only once
   * all older waves have exited too, because a discarded wave need not wait for the waves that it overlaps.
   */
  hasExited(sequence: number): boolean {
    if (sequence < this.oldest) return true;
    return this.context.facts.exitsByExport && this.exited[sequence & (RING - 1)] === 1;
  }

  /** Returns the wave with the given sequence number, if it is still in the tracker. */
  waveOf(sequence: number): Wave | undefined {
    return sequence < this.oldest ? undefined : this.waves[sequence & (RING - 1)];
  }

  /** Whether every added wave has exited. */
  get isEmpty(): boolean {
    return this.waves[this.oldest & (RING - 1)] === undefined;
  }

  /** The id that a poll would read now. */
  get exitingId(): number {
    return computeWaveId(this.shownIds, this.shown);
  }

  /** Counts the exit of a wave. A second exit of the same wave has no effect. */
  exit(wave: Wave): void {
    if (wave.section.exited) return;
    assert(this.waves[wave.sequence & (RING - 1)] === wave, 'only an added wave can exit');
    wave.section.exited = true;
    this.exited[wave.sequence & (RING - 1)] = 1;
    if (this.context.facts.exitsByExport) this.report(wave, wave.id);
    const before = this.oldest;
    while (
      this.waves[this.oldest & (RING - 1)] !== undefined &&
      this.exited[this.oldest & (RING - 1)] === 1
    ) {
      this.retire(this.waves[this.oldest & (RING - 1)]!);
    }
    if (this.oldest === before) return;
    if (this.context.facts.exitsByExport) this.moveWindow(this.oldest);
    else this.send();
  }

  /** Counts the exit of the wave after this one, if it has not exited yet (U13). */
  exitNext({ sequence }: Wave): void {
    const next = this.waveOf(sequence + 1);
    assert(next === undefined || next.packer === this.packer, 'the next wave belongs to the same packer');
    if (next !== undefined && next.sequence === sequence + 1) this.exit(next);
  }

  /** Makes the oldest value in flight visible to polls. */
  arrive(): void {
    const oldest = this.inFlight.shift();
    assert(oldest !== undefined, 'only a value in flight can arrive');
    assert(oldest <= this.oldest, 'no exit becomes visible before it is counted');
    this.show(oldest);
    this.moveWindow(oldest);
  }

  /** Makes the id of the wave with the given sequence number visible to polls. */
  show(sequence: number): void {
    this.shown = sequence;
    this.epoch++;
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'exiting-id-visible', cycle: now, packer: this.packer, id: this.exitingId });
    this.listener.exitingIdChanged(this.packer);
  }

  /** Moves the start of the id window to the given sequence number (S-035). */
  moveWindow(start: number): void {
    assert(start >= this.windowStart, 'the window only moves forward');
    assert(start <= this.oldest, 'the window never starts after the oldest wave that has not exited');
    this.windowStart = start;
    this.listener.windowMoved(this.packer);
  }

  private retire(wave: Wave): void {
    assert(wave.sequence === this.oldest, 'waves retire in order');
    assert(wave.section.exited, 'only an exited wave can retire');
    this.waves[this.oldest & (RING - 1)] = undefined;
    this.oldest++;
    assert(
      this.waves[this.oldest & (RING - 1)]?.sequence !== this.oldest - 1,
      'a retired wave has left the ring',
    );
    if (!this.context.facts.exitsByExport)
      this.report(wave, computeWaveId(this.context.freedoms, this.oldest));
    this.listener.retired(wave);
  }

  private report(wave: Wave, id: number): void {
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'section-exit', cycle: now, wave: wave.number, packer: this.packer, id });
  }

  /** Schedules the new value of `oldest` to become visible to polls. */
  send(): void {
    const { context } = this;
    this.inFlight.push(this.oldest);
    const earliest =
      context.now + context.latency(CHOICE.EXIT_VISIBLE_LATENCY, context.freedoms.exitVisibleLatency);
    this.lastArrivalCycle = Math.max(earliest, this.lastArrivalCycle + 1);
    assert(this.lastArrivalCycle >= context.now, 'a value never arrives before it is sent');
    const event = makeEvent(UNIT.EXIT_VISIBLE, this.packer);
    context.wheel.schedule(this.lastArrivalCycle - context.now, event, event);
  }
}
