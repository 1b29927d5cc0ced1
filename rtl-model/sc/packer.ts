import type { WaveClosing } from '../../transactions/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../transactions/index.js';
import type { DeviceContext } from '../context.js';
import { makeEvent, UNIT } from '../context.js';
import type { CollisionPorts } from '../db/collision.js';
import { OverlapSet } from '../db/overlap-set.js';
import type { OverlapTable } from '../db/overlap-table.js';
import type { OverlapTracker } from '../db/overlap-tracker.js';
import type { PackerView } from '../db/packer-view.js';
import { computeWaveId } from '../db/wave-ids.js';
import { assert } from '../kernel/assert.js';
import { type DrawPlan, quadsPerWave } from '../spi/draw-plan.js';
import type { ExitTracking } from '../spi/exit-tracker.js';
import type { LaunchQueue } from '../spi/launcher.js';
import type { Wave } from '../wave.js';
import { Drain } from './drain.js';
import type { Formation } from './formation.js';
import { reportFormed } from './formed-wave.js';
import { CLEAN_PACKER } from './outputs.js';
import { crossesRegion, getPartialTimeout } from './packing.js';
import { QUEUE_WAVES } from './spec.js';

/** The packer's connections to the units around it. */
export interface PackerPorts {
  readonly overlap: OverlapTracker;
  readonly table: OverlapTable;
  readonly tracker: ExitTracking;
  readonly formation: Formation;
  /** Whether all waves formed so far, in this packer or the whole engine (`drainScope`), have ended. */
  hasDrained(): boolean;
  /** Returns an empty wave record. */
  makeWave(packer: number, sequence: number, plan: DrawPlan): Wave;
  /** Returns the device-wide number for the wave being formed. */
  nextNumber(): number;
  /** Called when the wave is complete and ready for launch. */
  onFormed(wave: Wave): void;
  /** Called when the packer can accept quads again. */
  onUnblocked(): void;
}

/** Forms waves from quads (README.md). */
export class Packer implements LaunchQueue {
  readonly waiting: Wave[] = [];
  /**
   * Why the current wave must close. Set while it is unable to close because the queue or id window is full or
   * formation is not ready.
   */
  private closing: WaveClosing | undefined;
  /** Why the next quad is blocked, apart from waiting for the current wave to close. */
  private blocked: 'drain' | 'overlap-table' | undefined;
  private forming: Wave | undefined;
  /** Number of waves that have been formed but have not ended. */
  liveWaves = 0;
  private nextSequence = 0;
  private lastQuadCycle = 0;
  /** Number of runs of consecutive quads with the same primitive in the current wave. */
  private primitiveRuns = 0;
  private lastPrimitive = -1;
  private timeoutArmed = false;
  private readonly overlaps = new OverlapSet();
  private readonly outputs: typeof CLEAN_PACKER;
  private readonly maxQuads: number;
  private readonly view: PackerView;
  private readonly drain: Drain;
  private readonly collision: CollisionPorts;

  constructor(
    private readonly context: DeviceContext,
    private readonly index: number,
    private readonly ports: PackerPorts,
  ) {
    this.outputs = context.outputs(CLEAN_PACKER);
    this.maxQuads = this.outputs.getFullSize(quadsPerWave(context.lanes));
    const { overlap, table, tracker } = ports;
    this.view = { exits: tracker, table };
    this.drain = new Drain(context, overlap, this.view, () => this.outputs.isDrained(ports.hasDrained()));
    this.collision = { outputs: overlap.outputs, tracker };
    context.inject(this);
  }

  /** Why the packer is blocked, other than by earlier waves in its own queue. */
  get waitsFor(): 'id-window' | 'drain' | 'overlap-table' | undefined {
    if (this.closing !== undefined)
      return this.isWindowFull() ? 'id-window' : this.ports.formation.getBlocker(this.forming!);
    return this.blocked;
  }

  /** Whether the packer is blocked and therefore rejects quads until its current wave or next quad can proceed. */
  get isWaiting(): boolean {
    return this.closing !== undefined || this.blocked !== undefined;
  }

  /** Whether there is a current wave that is not waiting to close. */
  get hasOpenWave(): boolean {
    return this.forming !== undefined && this.closing === undefined;
  }

  /**
   * Accepts the quad that starts at `quads[offset]`. Returns false if the packer must wait, in which case it calls
   * `onUnblocked` once it can accept quads.
   */
  accept(plan: DrawPlan, quads: Int32Array, offset: number): boolean {
    if (this.isWaiting) return false;
    const { overlap } = this.ports;
    const { ordered, granularity, mayMiss } = plan.ordering;
    assert(
      (quads[offset + QUAD_COLUMN.MASK01] | quads[offset + QUAD_COLUMN.MASK23]) !== 0,
      'a packed quad covers at least one sample',
    );
    if (ordered) overlap.select(quads, offset, granularity);
    if (this.mustWait(plan)) return false;
    const reason = this.findBreakReason(plan, quads, offset);
    if (reason !== undefined) {
      this.close(reason);
      if (this.closing !== undefined || this.mustWait(plan)) return false;
    }
    const bug = mayMiss && ordered ? this.drain.chooseBugOutcome(this.forming) : 'none';
    if (bug === 'stuck') {
      this.blocked = 'drain';
      return false;
    }
    const wave = this.getOpenWave(plan);
    this.countRun(wave, quads[offset + QUAD_COLUMN.PRIMITIVE]);
    if (ordered) overlap.addToWave(wave, this.view, this.overlaps, bug === 'missed');
    this.append(wave, quads, offset);
    if (wave.quadCount === this.maxQuads) this.close('full');
    else this.armTimeout();
    return true;
  }

  /** Counts the runs of quads with the same primitive in the wave. Each run needs the parameters of one primitive. */
  private countRun(wave: Wave, primitive: number): void {
    if (wave.quadCount === 0 || primitive !== this.lastPrimitive) this.primitiveRuns++;
    this.lastPrimitive = primitive;
  }

  /** Appends the quad that starts at `quads[offset]` to the wave. */
  private append(wave: Wave, quads: Int32Array, offset: number): void {
    const to = wave.quadCount * QUAD_COLUMNS;
    assert(to + QUAD_COLUMNS <= wave.quads.length, 'the wave has room for the quad');
    assert(wave.packer === this.index, 'the wave belongs to this packer');
    for (let i = 0; i < QUAD_COLUMNS; i++) wave.quads[to + i] = quads[offset + i];
    wave.quadCount++;
    assert(wave.quadCount <= this.maxQuads, 'a full wave accepts no more quads');
    this.lastQuadCycle = this.context.now;
  }

  /** Closes the last wave of a draw. */
  endDraw(): void {
    if (this.forming === undefined || this.closing !== undefined) return;
    this.closePartial('draw-end');
  }

  /** Handles a `FORMATION_TIMEOUT` event: closes a wave whose next quad has not arrived in time (F15). */
  timeout(): void {
    assert(this.timeoutArmed, 'only a pending timeout can expire');
    this.timeoutArmed = false;
    if (this.forming === undefined || this.closing !== undefined || this.drain.holdsBack(this.forming))
      return;
    if (this.context.now < this.getTimeoutCycle(this.forming)) this.armTimeout();
    else this.closePartial('timeout');
  }

  /** Closes a partial wave when nothing else in the device can make progress. Returns false if no wave may close. */
  launchPartialWave(): boolean {
    if (this.forming === undefined || this.closing !== undefined || this.drain.holdsBack(this.forming))
      return false;
    return this.closePartial('timeout');
  }

  /** Closes a partial wave, now or once nothing holds it back. Always returns true unless fault F15 is injected. */
  closePartial(reason: WaveClosing): boolean {
    this.close(reason);
    return true;
  }

  /** Retries the wave or quad that was blocked. */
  retry(): void {
    if (!this.isWaiting) return;
    if (this.closing !== undefined) this.close(this.closing);
    if (this.closing !== undefined) return;
    this.blocked = undefined;
    this.ports.onUnblocked();
  }

  /** Whether nothing is being packed and all waves have ended. */
  get isIdle(): boolean {
    return this.forming === undefined && this.liveWaves === 0;
  }

  /** Called when a wave of the packer has ended. */
  ended(): void {
    assert(this.liveWaves > 0, 'only a formed wave can end');
    this.liveWaves--;
  }

  /** Removes a wave that is waiting for launch from the queue, by default the oldest one. */
  take(wave = this.waiting[0]): Wave {
    const position = this.waiting.indexOf(wave);
    assert(position >= 0, 'the wave is in the queue');
    this.waiting.splice(position, 1);
    assert(wave.packer === this.index, 'a queue holds only waves of its packer');
    this.retry();
    return wave;
  }

  /** Whether the current wave has no room for another primitive's parameters. */
  private isOutOfParameters(primitive: number): boolean {
    if (this.forming === undefined || primitive === this.lastPrimitive) return false;
    return this.primitiveRuns >= this.context.freedoms.primitivesPerWave;
  }

  private getOpenWave(plan: DrawPlan): Wave {
    if (this.forming === undefined) {
      this.primitiveRuns = 0;
      this.forming = this.ports.makeWave(this.index, this.nextSequence++, plan);
      assert(this.forming.sequence === this.nextSequence - 1, 'waves are numbered in order');
      assert(this.forming.quadCount === 0, 'a new wave is empty');
      assert(this.forming.group === undefined, 'packers form only pixel waves');
      this.forming.overlap.layer = this.ports.overlap.newLayer();
      this.overlaps.clear();
      assert(this.overlaps.count === 0, 'a new wave has no overlaps yet');
    }
    return this.forming;
  }

  /**
   * Returns why the current wave must close before the selected quad, or undefined if the quad may join it. An overlap
   * may start a new layer instead of closing the wave.
   */
  private findBreakReason(plan: DrawPlan, quads: Int32Array, offset: number): WaveClosing | undefined {
    const { forming } = this;
    if (forming === undefined) return undefined;
    const [x, y] = [quads[offset + QUAD_COLUMN.X], quads[offset + QUAD_COLUMN.Y]];
    const first = forming.quads;
    if (crossesRegion(plan.packing.breakRegion, first[QUAD_COLUMN.X], first[QUAD_COLUMN.Y], x, y))
      return 'region';
    if (this.isOutOfParameters(quads[offset + QUAD_COLUMN.PRIMITIVE])) return 'full';
    if (!plan.ordering.ordered || !this.ports.overlap.collides(forming)) return undefined;
    if (plan.packing.hasLayers) {
      forming.intrawaveMask |= this.outputs.getLayerBit(forming.quadCount);
      forming.overlap.layer = this.ports.overlap.newLayer();
      return undefined;
    }
    return this.outputs.getCloseReason('overlap', forming);
  }

  /**
   * Whether the selected quad must wait for older waves to end or for room in the table. If so, the current wave is
   * closed first.
   */
  private mustWait(plan: DrawPlan): boolean {
    if (this.drain.isStuck) {
      this.blocked = 'drain';
      return true;
    }
    if (!plan.ordering.ordered) return false;
    if (this.drain.isNeeded(plan, this.forming)) this.blocked = 'drain';
    else if (this.ports.overlap.stalls(this.view)) this.blocked = 'overlap-table';
    else return false;
    if (this.forming !== undefined && !this.drain.holdsBack(this.forming)) {
      this.close(this.blocked === 'drain' ? 'drain' : 'table');
    }
    return true;
  }

  private armTimeout(): void {
    const due = this.getTimeoutCycle(this.forming!);
    assert(due >= this.context.now, 'a timeout is in the future');
    if (this.timeoutArmed || due === Number.POSITIVE_INFINITY) return;
    this.timeoutArmed = true;
    this.context.wheel.schedule(due - this.context.now, makeEvent(UNIT.FORMATION_TIMEOUT, this.index));
  }

  private getTimeoutCycle({ plan }: Wave): number {
    return this.lastQuadCycle + getPartialTimeout(plan.packing, this.context.freedoms.formationTimeout);
  }

  private isWindowFull(): boolean {
    const { sequence } = this.forming!;
    const { windowStart } = this.ports.tracker;
    const isFull = sequence - windowStart > this.outputs.getWindow(this.context.freedoms.idWindow);
    return this.outputs.isBlockedByWindow(isFull, sequence, windowStart);
  }

  private close(reason: WaveClosing): void {
    const hasRoom = !this.isWindowFull() && this.waiting.length < QUEUE_WAVES;
    if (!this.ports.formation.admits(this.forming!, hasRoom)) {
      this.closing = reason;
      return;
    }
    this.closing = undefined;
    const wave = this.forming!;
    assert(wave !== undefined && wave.quadCount > 0, 'no wave is formed without quads');
    assert(wave.slot < 0 && !wave.section.exited, 'a wave being formed has not started');
    assert((this.waiting.at(-1)?.sequence ?? -1) < wave.sequence, 'waves queue in order');
    this.forming = undefined;
    wave.number = this.ports.nextNumber();
    wave.id = computeWaveId(this.context.freedoms, this.outputs.getIdNumber(wave, reason));
    this.ports.formation.describe(wave, this.overlaps, this.collision);
    assert(wave.id >= 0 && wave.id <= this.context.freedoms.idWrap, 'an id is within its range');
    this.ports.tracker.add(wave);
    assert(
      this.ports.tracker.waveOf(wave.sequence) === wave,
      'the tracker finds a wave by its sequence number',
    );
    this.liveWaves++;
    assert(this.liveWaves <= wave.sequence + 1, 'the number of live waves never exceeds the number formed');
    reportFormed(this.context, this.ports.tracker, wave, this.overlaps, reason);
    this.waiting.push(wave);
    this.ports.onFormed(wave);
  }
}
