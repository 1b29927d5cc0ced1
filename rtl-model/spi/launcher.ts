import { makeWaveState, type WaveState } from '../../arch/index.js';
import { type LaunchResource, WAVE_TYPES } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { makeEvent, UNIT } from '../context.js';
import { EXPORTS } from '../counters.js';
import { assert } from '../kernel/assert.js';
import type { LocalMemory } from '../lds/local-memory.js';
import type { Wave } from '../wave.js';
import { STATUS } from '../wave.js';
import type { Group } from './background/group.js';
import { loadBackgroundState } from './background/initial-state.js';
import { WorkQueue } from './background/work-queue.js';
import { loadInitialState } from './initial-state.js';
import { LaunchControllers } from './launch-controllers.js';
import { reportBackgroundLaunch, reportLaunch, reportRefusal } from './launch-reports.js';
import { ResourceArbiter } from './resource-arbiter.js';
import { CONTROLLERS } from './spec.js';
import { Staging } from './staging.js';

/** Fills released registers, standing in for whatever other waves write there. */
const FOREIGN_WORD = 0x7eadbeef;

/** The sizes of a slot's register files. */
export interface SlotSizes {
  readonly vgprs: number;
  /** Length of the scalar operand space. */
  readonly scalars: number;
}

/** The waves of one packer or background source that are waiting for launch, oldest first. */
export interface LaunchQueue {
  readonly waiting: readonly Wave[];
  /** Removes and returns the oldest wave. */
  take(): Wave;
}

/**
 * Each cycle, starts at most one staged wave that fits. A launch controller loads its registers (P-066 to P-071). The
 * waves of one packer or background source start in order, because out-of-order creation within a packer could deadlock
 * (pipeline.md 4). Waves from different sources may start in any order.
 */
export class Launcher {
  /** The wave in each slot, if any. */
  readonly running: (Wave | undefined)[];
  private readonly states: (WaveState | undefined)[];
  private readonly arbiter: ResourceArbiter;
  readonly controllers = new LaunchControllers();
  /** Waiting background waves, by source. */
  readonly work: readonly WorkQueue[];
  private readonly queues: readonly LaunchQueue[];
  private readonly staging: Staging;
  /** All staging buffers, starting with the one for pixel waves. */
  private readonly stagings: readonly Staging[];
  private scheduled = false;
  /** The queues whose oldest wave can launch now. Empty between events. */
  private readonly launchable: LaunchQueue[] = [];

  constructor(
    private readonly context: DeviceContext,
    packers: readonly LaunchQueue[],
    private readonly sizes: SlotSizes,
    private readonly localMemory: LocalMemory,
  ) {
    const { waveSlots, stagedWaves, stagedVertexWaves } = context.freedoms;
    this.running = new Array<Wave | undefined>(waveSlots).fill(undefined);
    this.states = new Array<WaveState | undefined>(waveSlots).fill(undefined);
    this.arbiter = new ResourceArbiter(context, localMemory);
    this.staging = new Staging(stagedWaves);
    const hasBackground = context.scenario.background !== undefined;
    const vertices = new Staging(stagedVertexWaves);
    this.work = hasBackground
      ? [new WorkQueue('geometry', vertices), new WorkQueue('compute', undefined)]
      : [];
    this.stagings = hasBackground ? [this.staging, vertices] : [this.staging];
    this.queues = [...packers, ...this.work];
    context.inject(this);
  }

  /** Called when a packer has a new wave. */
  request(wave: Wave): void {
    assert(wave.slot < 0 && wave.group === undefined, 'a packer requests only waves that have not started');
    assert(wave.status === STATUS.FORMED && wave.quadCount > 0, 'the packer formed the wave');
    wave.launch.localDwords = this.localMemory.getSize(wave);
    this.staging.add(wave);
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'launch-requested', cycle: now, wave: wave.number });
    this.schedule(1);
  }

  /** Called when a queue has another wave that could start. */
  onWaveAvailable(): void {
    this.schedule(1);
  }

  /** Called when a background group's waves request launch. */
  requestGroup({ source, waves }: Group): void {
    assert(waves.length > 0, 'every group has waves');
    const queue = this.work.find((candidate) => candidate.source === source);
    assert(queue !== undefined, 'every source of background work has a queue');
    for (const wave of waves) queue.add(wave);
    this.schedule(1);
  }

  /**
   * Deallocates a wave's VGPRs early, once its exports have read them (pops.md 4). After that, they contain other
   * waves' values.
   */
  releaseVectors(wave: Wave): void {
    const { releasesVectors, vectorRows } = wave.launch;
    if (!releasesVectors || vectorRows === 0 || this.hasPendingExports(wave)) return;
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'vgprs-released', cycle: now, wave: wave.number });
    wave.state.v.fill(FOREIGN_WORD);
    assert(wave.slot >= 0, 'the wave is still running');
    this.arbiter.releaseVectors(wave);
    this.schedule(1);
  }

  /** Whether exports still need the wave's registers. */
  hasPendingExports({ counters }: Wave): boolean {
    return counters[EXPORTS] > 0;
  }

  /** Frees the wave's resources. */
  release(wave: Wave): void {
    const { slot } = wave;
    assert(this.running[slot] === wave, 'only a wave that holds a slot can release it');
    this.running[slot] = undefined;
    const { sink, now } = this.context;
    const kind = wave.group === undefined ? 'resource-released' : 'background-released';
    if (sink) sink({ kind, cycle: now, wave: wave.number, slot });
    this.arbiter.release(wave);
    this.schedule(1);
  }

  /** Whether all slots are free and nothing is waiting. */
  get isIdle(): boolean {
    return (
      this.running.every((wave) => wave === undefined) &&
      this.queues.every((queue) => queue.waiting.length === 0)
    );
  }

  /** Whether a launch cycle is scheduled. */
  get isScheduled(): boolean {
    return this.scheduled;
  }

  /** Whether all launch resources are free. */
  get isFullyFree(): boolean {
    return this.arbiter.isFullyFree && this.stagings.every((staging) => staging.isEmpty);
  }

  /** See `ResourceArbiter.findHomeProcessor`. */
  findHomeProcessor(wave: Wave): number | undefined {
    return this.arbiter.findHomeProcessor(wave);
  }

  /** Returns the resource that blocks the oldest wave of a queue when nothing can make progress. */
  missingResource(wave: Wave): LaunchResource {
    return this.arbiter.missingResource(wave) ?? 'wave-slot';
  }

  /** Handles a `LAUNCH` event: starts and returns one wave, or returns undefined if none could start. */
  launch(): Wave | undefined {
    assert(this.scheduled, 'the launch cycle was scheduled');
    this.scheduled = false;
    const { controllers } = this;
    const { now } = this.context;
    const controller = controllers.findIdleController(now);
    let isStagingBlocked = false;
    for (const staging of this.stagings) {
      const loading = controllers.countLoading(now, staging);
      staging.admit(loading);
      if (staging.isFull && loading > 0) isStagingBlocked = true;
    }
    if (controller >= 0) this.collectLaunchable();
    if (controller < 0 || this.launchable.length === 0) {
      if (controller < 0 || isStagingBlocked) this.schedule(controllers.nextFinishCycle(now) - now);
      return undefined;
    }
    const queue = this.launchable[this.context.choices.choose(CHOICE.LAUNCH_PACKER, this.launchable.length)];
    this.launchable.length = 0;
    const wave = this.takeFrom(queue);
    assert(controller < CONTROLLERS, 'a controller is free for the wave');
    assert(wave.status === STATUS.FORMED, 'a wave starts only once');
    this.start(wave, controller);
    this.schedule(1);
    return wave;
  }

  /** Removes and returns the wave that starts next, which is the oldest one in the queue. */
  takeFrom(queue: LaunchQueue): Wave {
    return queue.take();
  }

  private schedule(delay: number): void {
    if (this.scheduled || !this.queues.some((queue) => queue.waiting.length > 0)) return;
    this.scheduled = true;
    this.context.wheel.schedule(delay, makeEvent(UNIT.LAUNCH));
  }

  /**
   * Fills `launchable` with the queues whose oldest wave is staged and fits, and reports staged waves that do not fit.
   */
  private collectLaunchable(): void {
    for (const queue of this.queues) {
      const wave = queue.waiting[0];
      if (wave === undefined || !this.canLaunch(wave)) continue;
      const missing = this.arbiter.missingResource(wave);
      if (missing === undefined) this.launchable.push(queue);
      else reportRefusal(this.context, wave, missing);
    }
  }

  /** Whether the wave's initial data is staged, so that it can be considered for launch. */
  canLaunch(wave: Wave): boolean {
    return wave.launch.staged;
  }

  private start(wave: Wave, controller: number): void {
    assert(controller >= 0, 'a controller is free for the wave');
    const { context } = this;
    const { group } = wave;
    if (group === undefined) this.prepare(wave);
    else this.prepareBackground(wave, group);
    const load = this.controllers.loadCycles(wave, context.lanes, context.now);
    if (group === undefined) reportLaunch(context, wave, this.getWaveType(wave), controller, load);
    else reportBackgroundLaunch(context, wave, group, controller, load);
    const staging = group === undefined ? this.staging : this.findStaging(group);
    staging?.take();
    this.controllers.occupy(controller, context.now + load, staging);
    wave.status = STATUS.RUNNING;
    const delay = load + context.latency(CHOICE.LAUNCH_LATENCY, context.freedoms.launchLatency);
    assert(load > 0 && delay >= load, 'a wave runs only once it is loaded');
    wave.resumeToken = context.wheel.schedule(delay, makeEvent(UNIT.WAVE, wave.index));
  }

  /** Allocates the resources of a pixel wave and loads its registers. */
  private prepare(wave: Wave): void {
    this.arbiter.allocate(wave);
    this.occupy(wave);
    this.localMemory.allocate(wave);
    this.load(wave);
  }

  /** Loads the registers of a pixel wave that has a slot. */
  load(wave: Wave): void {
    loadInitialState(this.context, wave);
  }

  /** Like `prepare`, but for a background wave. The first wave to start allocates resources for its whole group. */
  private prepareBackground(wave: Wave, group: Group): void {
    if (!group.isPlaced) this.arbiter.allocateGroup(group);
    this.occupy(wave);
    const local = this.localMemory.getWords(group.wgp, group.localFirst, group.localDwords);
    loadBackgroundState(this.context, wave, group, local);
  }

  private occupy(wave: Wave): void {
    assert(wave.slot >= 0 && wave.slot < this.running.length, 'the wave has a slot');
    assert(this.running[wave.slot] === undefined, "the wave's slot was free");
    this.running[wave.slot] = wave;
    wave.state = this.getState(wave.slot);
  }

  private findStaging({ source }: Group): Staging | undefined {
    return this.work.find((queue) => queue.source === source)?.staging;
  }

  /** Returns the wave type of a pixel wave. `WAVE_TYPES` begins with those of the packers (P-063). */
  getWaveType({ packer }: Wave): (typeof WAVE_TYPES)[number] {
    return WAVE_TYPES[packer];
  }

  private getState(slot: number): WaveState {
    const { lanes, memory } = this.context;
    this.states[slot] ??= makeWaveState(lanes, this.sizes.vgprs, this.sizes.scalars, memory);
    return this.states[slot];
  }
}
