import type { WaveClosing } from '../../transactions/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { eventOf, UNIT } from '../context.js';
import { OverlapSet, type OverlapTracker } from '../db/overlap-tracker.js';
import { newestField, waveId } from '../db/wave-ids.js';
import { type DrawPlan, quadsPerWave } from '../spi/draw-plan.js';
import type { ExitTracker } from '../spi/exit-tracker.js';
import type { LaunchQueue } from '../spi/launcher.js';
import type { Wave } from '../wave.js';
import { CLEAN_PACKER, PACKER_FAULTS, type PackerOutputs } from './faults.js';

/** Formed waves of one packer that may wait for a launch. */
const QUEUE_WAVES = 8;

/** What a packer asks of the units around it. */
export interface PackerPorts {
  readonly overlap: OverlapTracker;
  readonly tracker: ExitTracker;
  /** A fresh record. */
  makeWave(packer: number, sequence: number, plan: DrawPlan): Wave;
  /** The device's running number for the wave that is formed now. */
  nextNumber(): number;
  /** The wave is complete and waits for its launch. */
  formed(wave: Wave): void;
  /** The packer can take quads again. */
  unblocked(): void;
}

/** Packs the quads of one screen region into waves and gives them their ids. */
export class Packer implements LaunchQueue {
  readonly waiting: Wave[] = [];
  /** Why the forming wave has to close although it cannot yet: queue or id window are full. */
  private closing: WaveClosing | undefined;
  private forming: Wave | undefined;
  private nextSequence = 0;
  private lastQuadCycle = 0;
  /** Runs of quads of one primitive in the forming wave, and the primitive of the last quad. */
  private primitives = 0;
  private lastPrimitive = -1;
  private timeoutArmed = false;
  private readonly met = new OverlapSet();
  private readonly members: Int32Array = new Int32Array(64);
  private readonly outputs: PackerOutputs;
  private readonly quadsMax: number;

  constructor(
    private readonly context: DeviceContext,
    private readonly index: number,
    private readonly ports: PackerPorts,
  ) {
    this.outputs = context.outputs(CLEAN_PACKER, PACKER_FAULTS);
    this.quadsMax = quadsPerWave(context.lanes);
  }

  /** True while the id window keeps the packer from closing its wave. */
  get waitsForWindow(): boolean {
    return this.closing !== undefined && this.windowFull();
  }

  /** Takes the quad at `quads[at…]`; false when the packer has to wait, and will say when it no longer has to. */
  accept(plan: DrawPlan, quads: Int32Array, at: number): boolean {
    if (this.closing !== undefined) return false;
    const { overlap } = this.ports;
    overlap.select(quads, at, plan.perSample);
    if (
      this.forming !== undefined &&
      overlap.collides(this.forming.sequence) &&
      this.outputs.closesOnOverlap()
    ) {
      this.close('overlap');
      if (this.closing !== undefined) return false;
    }
    const primitive = quads[at + QUAD_COLUMN.PRIMITIVE];
    if (this.lacksPrimitives(primitive)) {
      this.close('full');
      if (this.closing !== undefined) return false;
    }
    const wave = this.open(plan);
    if (wave.quadCount === 0 || primitive !== this.lastPrimitive) this.primitives++;
    this.lastPrimitive = primitive;
    overlap.enter(wave.sequence, this.ports.tracker, this.met);
    const to = wave.quadCount * QUAD_COLUMNS;
    for (let i = 0; i < QUAD_COLUMNS; i++) wave.quads[to + i] = quads[at + i];
    wave.quadCount++;
    this.lastQuadCycle = this.context.now;
    if (wave.quadCount === this.quadsMax) this.close('full');
    else this.armTimeout();
    return true;
  }

  /** Closes what is left of a draw. */
  endDraw(): void {
    if (this.forming !== undefined && this.closing === undefined) this.close('draw-end');
  }

  /** `FORMATION_TIMEOUT` event: closes a wave that has waited long enough for its next quad (F15). */
  timeout(): void {
    this.timeoutArmed = false;
    if (this.forming === undefined || this.closing !== undefined) return;
    const due = this.lastQuadCycle + this.context.freedoms.formationTimeout;
    if (this.context.now >= due) this.close('timeout');
    else this.armTimeout();
  }

  /** Tries again to close a wave that had to wait. */
  retry(): void {
    if (this.closing === undefined) return;
    this.close(this.closing);
    if (this.closing === undefined) this.ports.unblocked();
  }

  take(): Wave {
    const wave = this.waiting.shift()!;
    this.retry();
    return wave;
  }

  /** The forming wave has no room for another primitive's parameters. */
  private lacksPrimitives(primitive: number): boolean {
    if (this.forming === undefined || primitive === this.lastPrimitive) return false;
    return this.primitives >= this.context.freedoms.primitivesPerWave;
  }

  private open(plan: DrawPlan): Wave {
    if (this.forming === undefined) {
      this.primitives = 0;
      this.forming = this.ports.makeWave(this.index, this.nextSequence++, plan);
      this.met.clear();
    }
    return this.forming;
  }

  private armTimeout(): void {
    if (this.timeoutArmed) return;
    this.timeoutArmed = true;
    const due = this.lastQuadCycle + this.context.freedoms.formationTimeout;
    this.context.wheel.schedule(due - this.context.now, eventOf(UNIT.FORMATION_TIMEOUT, this.index));
  }

  private windowFull(): boolean {
    return this.forming!.sequence - this.ports.tracker.windowStart > this.context.freedoms.idWindow;
  }

  private close(reason: WaveClosing): void {
    if (this.windowFull() || this.waiting.length >= QUEUE_WAVES) {
      this.closing = reason;
      return;
    }
    this.closing = undefined;
    const wave = this.forming!;
    this.forming = undefined;
    wave.number = this.ports.nextNumber();
    wave.id = waveId(this.context.freedoms, wave.sequence);
    this.describeOverlap(wave);
    this.ports.tracker.add(wave);
    this.report(wave, reason);
    this.waiting.push(wave);
    this.ports.formed(wave);
  }

  /** Fills in what the collision argument will say (pops.md 5.1), or whom the export gate waits for (GFX11). */
  private describeOverlap(wave: Wave): void {
    const { context, met } = this;
    const { ordered, reservesExportSpace } = wave.plan;
    // Without export space GFX10 runs the shader unsynchronised (S-111).
    const tracked = ordered && (reservesExportSpace || context.gfx === 'gfx9' || context.exitsByExport);
    wave.didOverlap = tracked && met.count > 0;
    if (context.exitsByExport) {
      if (wave.didOverlap) this.dependOn(wave);
      wave.newest = 0;
      return;
    }
    let newest = wave.didOverlap ? this.ports.overlap.reportedNewest(met) : wave.sequence;
    if (tracked && !wave.didOverlap) newest = this.inventOverlap(wave);
    const id = newest === wave.sequence ? wave.id : waveId(context.freedoms, newest);
    wave.newest = newestField(context.gfx, id, wave.id);
  }

  private dependOn(wave: Wave): void {
    for (let i = 0; i < this.met.count; i++) {
      const older = this.ports.tracker.waveOf(this.met.members[i]);
      if (older === undefined || older.exited) continue;
      wave.pendingOverlaps++;
      older.dependents.push(wave);
    }
  }

  /** A false overlap (U5), or a stale newest field beside a clear bit 31 (pops.md 10.1): both may name any earlier wave. */
  private inventOverlap(wave: Wave): number {
    const { freedoms, choices } = this.context;
    const reach = Math.min(wave.sequence, freedoms.idWindow - 1, freedoms.idWrap - 1);
    if (reach < 1) return wave.sequence;
    if (freedoms.falseOverlap > 0 && choices.choose(CHOICE.FALSE_OVERLAP, 100) < freedoms.falseOverlap) {
      wave.didOverlap = true;
      return wave.sequence - 1 - choices.choose(CHOICE.STALE_NEWEST, reach);
    }
    return freedoms.staleNewest === 1
      ? wave.sequence - 1 - choices.choose(CHOICE.STALE_NEWEST, reach)
      : wave.sequence;
  }

  private report(wave: Wave, reason: WaveClosing): void {
    const { sink, now } = this.context;
    if (!sink) return;
    if (this.met.count > 0) this.reportOverlap(wave);
    sink({
      kind: 'wave-formed',
      cycle: now,
      wave: wave.number,
      packer: this.index,
      id: wave.id,
      draw: wave.plan.index,
      quads: wave.quads,
      quadCount: wave.quadCount,
      didOverlap: wave.didOverlap,
      newest: wave.newest,
      intrawaveMask: 0,
      reason,
    });
  }

  private reportOverlap(wave: Wave): void {
    const { sink, now } = this.context;
    let count = 0;
    for (let i = 0; i < this.met.count && count < this.members.length; i++) {
      const older = this.ports.tracker.waveOf(this.met.members[i]);
      if (older !== undefined) this.members[count++] = older.number;
    }
    sink!({ kind: 'overlap', cycle: now, wave: wave.number, overlapped: this.members, count, exact: true });
  }
}
