import type { Freedoms } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { eventOf, UNIT } from '../context.js';
import { waveId } from '../db/wave-ids.js';
import { CONNECTIONS, FIXED, type FieldRules, TIME } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';
import { TRACKER_FAULTS, type TrackerBoundary } from './exit-faults.js';
import { RING } from './spec.js';

/** Receives an exit tracker's progress. */
export interface ExitListener {
  /** The wave and all before it have exited, so its record is no longer needed. */
  retired(wave: Wave): void;
  /** The packer's id window moved, so a full window may have room. */
  windowMoved(packer: number): void;
  /** Polls of the packer now see another exiting id. */
  exitingIdChanged(packer: number): void;
}

/** The interface of an exit tracker or its replacement; the other members are for the tracker and its faults. */
export type ExitTracking = Omit<Pick<ExitTracker, keyof ExitTracker>, 'send' | 'moveWindow'>;

/**
 * Counts one packer's exits and shows polls the exiting id, that of the next wave to exit (S-041). Exits count in formation
 * order regardless of arrival order (U2); the shown id lags by a path latency and never runs ahead (pipeline.md 3).
 */
export class ExitTracker {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<ExitTracker> = {
    ...CONNECTIONS,
    packer: FIXED,
    listener: FIXED,
    shownIds: FIXED,
    lastArrival: TIME,
    exited: {
      why: 'a ring, of which only used slots count',
      write: (exited: Uint8Array, walk, owner) => {
        const { waves } = owner;
        walk.hash.words(exited.subarray(0, waves.length));
      },
    },
  };

  /** Sequence number of the oldest wave that has not exited. */
  oldest = 0;
  /**
   * Sequence number that bounds the id window: what polls have seen, since an id that they still see must not be reassigned
   * (S-035). Since GFX11, without polls, the oldest itself.
   */
  windowStart = 0;
  /** Sequence number visible to polls. */
  shown = 0;
  /** Counts changes of `shown`: waves detect changes since they last polled. */
  epoch = 0;
  private readonly exited = new Uint8Array(RING);
  /** Grows with the number of waves, up to the whole ring. */
  private readonly waves: (Wave | undefined)[] = [];
  /** Values in flight to `shown`, oldest first. */
  private readonly inFlight: number[] = [];
  private lastArrival = 0;
  /** Wrap and start of the ids that polls read. */
  readonly shownIds: Pick<Freedoms, 'idWrap' | 'idStart'>;

  constructor(
    private readonly context: DeviceContext,
    readonly packer: number,
    private readonly listener: ExitListener,
  ) {
    this.shownIds = context.freedoms;
    context.inject<TrackerBoundary>(this, TRACKER_FAULTS);
  }

  /** A wave was formed. */
  add(wave: Wave): void {
    assert(wave.packer === this.packer, 'a tracker holds only waves of its packer');
    assert(wave.sequence >= this.oldest, 'a wave is added before it exits');
    const at = wave.sequence & (RING - 1);
    assert(this.waves[at] === undefined, 'the ring has room for the wave');
    this.exited[at] = 0;
    this.waves[at] = wave;
  }

  /**
   * Whether the wave's exit counts: since GFX11 at once, before GFX11 only after those of all older waves, because a discarded wave
   * need not wait for the waves that it overlaps.
   */
  hasExited(sequence: number): boolean {
    if (sequence < this.oldest) return true;
    return this.context.facts.exitsByExport && this.exited[sequence & (RING - 1)] === 1;
  }

  /** The wave with this sequence number, if still in the tracker. */
  waveOf(sequence: number): Wave | undefined {
    return sequence < this.oldest ? undefined : this.waves[sequence & (RING - 1)];
  }

  /** Whether every added wave has exited. */
  get isEmpty(): boolean {
    return this.waves[this.oldest & (RING - 1)] === undefined;
  }

  /** The id that a poll reads now. */
  get exitingId(): number {
    return waveId(this.shownIds, this.shown);
  }

  /** Counts a wave's exit; a second exit of the same wave has no effect. */
  exit(wave: Wave): void {
    if (wave.section.exited) return;
    assert(this.waves[wave.sequence & (RING - 1)] === wave, 'an exiting wave was added');
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

  /** Counts the exit of the next wave if it has not exited (U13). */
  exitNext({ sequence }: Wave): void {
    const next = this.waveOf(sequence + 1);
    assert(next === undefined || next.packer === this.packer, 'the next wave belongs to the same packer');
    if (next !== undefined && next.sequence === sequence + 1) this.exit(next);
  }

  /** The oldest value in flight becomes visible to polls. */
  arrive(): void {
    const oldest = this.inFlight.shift();
    assert(oldest !== undefined, 'an arriving value was sent');
    assert(oldest <= this.oldest, 'no exit becomes visible before it is counted');
    this.show(oldest);
    this.moveWindow(oldest);
  }

  /** From now on polls see the id of the wave with this sequence number. */
  show(sequence: number): void {
    this.shown = sequence;
    this.epoch++;
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'exiting-id-visible', cycle: now, packer: this.packer, id: this.exitingId });
    this.listener.exitingIdChanged(this.packer);
  }

  /** The id window now starts at this sequence number (S-035). */
  moveWindow(start: number): void {
    assert(start >= this.windowStart, 'the window only moves forward');
    assert(start <= this.oldest, 'the window never passes the exits');
    this.windowStart = start;
    this.listener.windowMoved(this.packer);
  }

  private retire(wave: Wave): void {
    assert(wave.sequence === this.oldest, 'waves retire in order');
    assert(wave.section.exited, 'a retiring wave has exited');
    this.waves[this.oldest & (RING - 1)] = undefined;
    this.oldest++;
    assert(
      this.waves[this.oldest & (RING - 1)]?.sequence !== this.oldest - 1,
      'a retired wave has left the ring',
    );
    if (!this.context.facts.exitsByExport) this.report(wave, waveId(this.context.freedoms, this.oldest));
    this.listener.retired(wave);
  }

  private report(wave: Wave, id: number): void {
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'section-exit', cycle: now, wave: wave.number, packer: this.packer, id });
  }

  /** Sends the new oldest unexited wave towards polls. */
  send(): void {
    const { context } = this;
    this.inFlight.push(this.oldest);
    const wanted =
      context.now + context.latency(CHOICE.EXIT_VISIBLE_LATENCY, context.freedoms.exitVisibleLatency);
    this.lastArrival = Math.max(wanted, this.lastArrival + 1);
    assert(this.lastArrival >= context.now, 'a message arrives after it is sent');
    const event = eventOf(UNIT.EXIT_VISIBLE, this.packer);
    context.wheel.schedule(this.lastArrival - context.now, event, event);
  }
}
