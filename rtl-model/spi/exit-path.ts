import { setting } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import { type DeviceContext, makeEvent, UNIT } from '../context.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';
import type { ExitTracking } from './exit-tracker.js';
import type { ExportGate } from './export-space.js';

const AT_MESSAGE = setting('exitAdvance', 'message');
const AT_WAVE_END = setting('exitAdvance', 'wave-end');
const SECOND_COUNTS = setting('secondMessage', 'counts');
const IGNORED = setting('messageWithoutPacker', 'ignored');

/** Delivers exits from waves to their packers' trackers, and decides when each exit counts. */
export class ExitPath {
  constructor(
    private readonly context: DeviceContext,
    readonly trackers: readonly ExitTracking[],
    private readonly gate: ExportGate,
    private readonly onMessageReturned: (wave: Wave) => void,
  ) {
    context.inject(this);
  }

  /**
   * Called when the wave has issued its exit message or, on GFX11 and later, its export with `done`. Exports by
   * background waves are not exits and are ignored.
   */
  send(wave: Wave): void {
    const { context } = this;
    if (context.facts.exitsByExport && wave.group !== undefined) return;
    wave.section.exitSent = true;
    if (wave.section.packerEnabled) wave.section.messageHasPacker = true;
    const delay = context.latency(CHOICE.MESSAGE_LATENCY, context.freedoms.messageLatency);
    wave.section.exitsInFlight++;
    context.wheel.schedule(delay, makeEvent(UNIT.EXIT_ARRIVES, wave.index));
  }

  /** Handles an `EXIT_ARRIVES` event. */
  arrive(wave: Wave): void {
    assert(wave.section.exitsInFlight > 0, 'only an exit in flight can arrive');
    assert(wave.section.exitSent, 'the wave has sent its exit');
    wave.section.exitsInFlight--;
    if (wave.group !== undefined) {
      this.onMessageReturned(wave);
      return;
    }
    if (this.context.facts.exitsByExport) {
      wave.section.messageArrived = true;
      // A discarded wave may export without having waited. It exits once the waves that it overlaps have exited.
      if (wave.overlap.pending === 0) this.count(wave);
      return;
    }
    this.onMessageReturned(wave);
    this.takeMessage(wave);
  }

  /** Called when a message reaches the tracker. */
  takeMessage(wave: Wave): void {
    assert(wave.group === undefined, 'only exits of pixel waves reach a tracker');
    if (this.isIgnored(wave)) return;
    if (wave.section.messageArrived) {
      if (this.context.freedoms.secondMessage === SECOND_COUNTS) this.trackers[wave.packer].exitNext(wave);
      return;
    }
    wave.section.messageArrived = true;
    if (this.context.freedoms.exitAdvance === AT_MESSAGE || wave.ended) this.count(wave);
  }

  /** Called when the wave's program has ended. */
  waveEnded(wave: Wave): void {
    assert(wave.ended, "the wave's program has ended");
    const { exitAdvance } = this.context.freedoms;
    if (wave.group !== undefined) return;
    if (this.context.facts.exitsByExport) {
      // An unordered wave does not need an export with `done`, and counts as exited when it ends (U21).
      if (!wave.plan.ordering.ordered && !wave.section.exitSent) this.count(wave);
      return;
    }
    const isDue = exitAdvance === AT_WAVE_END ? wave.section.messageSent : wave.section.messageArrived;
    if (this.skippedOrdering(wave) || (exitAdvance !== AT_MESSAGE && isDue)) this.count(wave);
  }

  /**
   * Whether the wave never took part in ordering, so it counts as exited when it ends (U3). All other waves must send a
   * message (U14).
   */
  skippedOrdering(wave: Wave): boolean {
    return !wave.section.packerEnabled && (!wave.section.messageSent || this.isIgnored(wave));
  }

  /** Whether the wave's message is ignored because no packer was selected when it was sent (U12). */
  private isIgnored(wave: Wave): boolean {
    return this.context.freedoms.messageWithoutPacker === IGNORED && !wave.section.messageHasPacker;
  }

  /** Counts the wave's exit. */
  count(wave: Wave): void {
    assert(wave.packer < this.trackers.length, 'every packer has a tracker');
    this.trackers[wave.packer].exit(wave);
    if (wave.section.exited) this.counted(wave);
  }

  /**
   * Called when the tracker has counted the wave's exit. Decrements the pending count of each wave that overlaps it.
   */
  counted(wave: Wave): void {
    for (const younger of wave.overlap.dependents) {
      assert(younger.overlap.pending > 0, 'only a waiting wave can be notified');
      assert(younger.number > wave.number, 'only younger waves are notified');
      younger.overlap.pending--;
      if (younger.section.messageArrived && younger.overlap.pending === 0) this.count(younger);
      else this.gate.check(younger);
    }
    wave.overlap.dependents.length = 0;
  }
}
