import type { DeviceContext } from '../context.js';
import { computeWaveId, countIdsBetween } from '../db/wave-ids.js';
import { assert } from '../kernel/assert.js';
import type { ExitListener, ExitTracking } from '../spi/exit-tracker.js';
import { RING } from '../spi/spec.js';
import type { Wave } from '../wave.js';
import { type DesignBoundary, onEachPacker } from './design-boundary.js';
import { makeProtocolError } from './read-answer.js';

/** Passes a design's reports on to the tracker's neighbours. A design may count exits some time after they arrive. */
export interface LateExitListener extends ExitListener {
  /** Called when the wave's exit has been counted. */
  exitCounted(wave: Wave): void;
}

/**
 * Replaces a packer's exit tracker. It tells a design about formed waves and arriving exits, and applies the design's
 * answers. It looks up waves by sequence number for its neighbours, but makes no decisions itself.
 */
export class DesignExitTracker implements ExitTracking {
  oldest = 0;
  windowStart = 0;
  shown = 0;
  epoch = 0;
  readonly shownIds: ExitTracking['shownIds'];
  private readonly waves: (Wave | undefined)[] = [];
  /** Waves that the design has not counted as exited yet, by id. */
  private readonly unfinished = new Map<number, Wave>();
  /** Waves whose exits have been sent to the design but not yet counted. */
  private readonly exiting = new Set<Wave>();
  /** The number of waves formed so far, which is also the sequence number of the next one. */
  private formedCount = 0;
  private visibleId: number;

  constructor(
    private readonly context: DeviceContext,
    readonly packer: number,
    private readonly listener: LateExitListener,
    private readonly boundary: DesignBoundary,
    /** Whether this tracker tells the design about formed waves. If not, another unit does. */
    private readonly reportsFormed: boolean,
  ) {
    this.shownIds = context.freedoms;
    this.visibleId = computeWaveId(context.freedoms, 0);
  }

  add(wave: Wave): void {
    assert(wave.packer === this.packer && wave.sequence === this.formedCount, 'waves are added in sequence');
    assert(this.waves[wave.sequence & (RING - 1)] === undefined, 'the ring has room for the wave');
    this.waves[wave.sequence & (RING - 1)] = wave;
    this.unfinished.set(wave.id, wave);
    this.formedCount++;
    if (this.reportsFormed) this.boundary.post('formed', this.packer, wave.id);
  }

  hasExited(sequence: number): boolean {
    return sequence < this.oldest || (sequence < this.formedCount && this.waveOf(sequence) === undefined);
  }

  waveOf(sequence: number): Wave | undefined {
    return sequence < this.oldest ? undefined : this.waves[sequence & (RING - 1)];
  }

  get isEmpty(): boolean {
    return this.oldest === this.formedCount;
  }

  get exitingId(): number {
    return this.visibleId;
  }

  exit(wave: Wave): void {
    if (wave.section.exited || this.exiting.has(wave)) return;
    assert(this.waveOf(wave.sequence) === wave, 'only an added wave can exit');
    this.exiting.add(wave);
    this.boundary.post('exit', this.packer, wave.id);
  }

  exitNext({ sequence }: Wave): void {
    const next = this.waveOf(sequence + 1);
    if (next?.sequence === sequence + 1) this.exit(next);
  }

  /** Called when the design has counted the exit of the wave with the given id. */
  onExited(id: number, line: string): void {
    const wave = this.unfinished.get(id);
    if (wave === undefined)
      throw makeProtocolError(line, `packer ${this.packer} has no unfinished wave ${id}`);
    assert(!wave.section.exited, 'an exit is counted only once');
    this.exiting.delete(wave);
    this.unfinished.delete(id);
    this.waves[wave.sequence & (RING - 1)] = undefined;
    wave.section.exited = true;
    while (this.oldest < this.formedCount && this.waveOf(this.oldest) === undefined) this.oldest++;
    const { sink, now, facts, freedoms } = this.context;
    const reportedId = facts.exitsByExport ? id : computeWaveId(freedoms, wave.sequence + 1);
    if (sink)
      sink({ kind: 'section-exit', cycle: now, wave: wave.number, packer: this.packer, id: reportedId });
    this.listener.exitCounted(wave);
    this.listener.retired(wave);
    if (facts.exitsByExport) this.moveWindow(this.oldest);
  }

  /** Called when the design makes the given id visible to polls. */
  onVisible(id: number, line: string): void {
    const { idWrap } = this.context.freedoms;
    if (id < 0 || id > idWrap) throw makeProtocolError(line, `ids range from 0 to ${idWrap}`);
    this.visibleId = id;
    this.show(this.findSequence(id));
    this.moveWindow(Math.min(this.shown, this.oldest));
  }

  show(sequence: number): void {
    assert(sequence >= this.shown, 'the sequence number visible to polls never decreases');
    this.shown = sequence;
    this.epoch++;
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'exiting-id-visible', cycle: now, packer: this.packer, id: this.visibleId });
    this.listener.exitingIdChanged(this.packer);
  }

  arrive(): void {
    assert(false, 'a design reports its ids only through its boundary');
  }

  /**
   * Returns the sequence number of the wave with the given id. If the id is behind the one already visible to polls,
   * returns the sequence number that is already visible instead.
   */
  private findSequence(id: number): number {
    const { freedoms } = this.context;
    const ahead = countIdsBetween(freedoms, computeWaveId(freedoms, this.shown), id);
    const isExit = this.shown + ahead <= this.oldest;
    return isExit || ahead * 2 <= freedoms.idWrap + 1 ? this.shown + ahead : this.shown;
  }

  private moveWindow(start: number): void {
    if (start <= this.windowStart) return;
    assert(start <= this.oldest, 'the window never starts after the oldest wave that has not exited');
    this.windowStart = start;
    this.listener.windowMoved(this.packer);
  }
}

/** Creates an exit tracker for each packer, implemented by a design. */
export function connectTrackers(
  context: DeviceContext,
  boundary: DesignBoundary,
  packers: readonly number[],
  listener: LateExitListener,
): readonly DesignExitTracker[] {
  const reportsFormed = boundary.unit === 'exit-tracker';
  const trackers = packers.map(
    (packer) => new DesignExitTracker(context, packer, listener, boundary, reportsFormed),
  );
  onEachPacker(boundary, 'exited', trackers, (tracker, [id], line) => tracker.onExited(id, line));
  if (!context.facts.exitsByExport)
    onEachPacker(boundary, 'visible', trackers, (tracker, [id], line) => tracker.onVisible(id, line));
  return trackers;
}
