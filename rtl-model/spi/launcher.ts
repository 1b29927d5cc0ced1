import { makeWaveState, type WaveState } from '../../arch/index.js';
import type { LaunchRefused } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { eventOf, UNIT } from '../context.js';
import type { LocalMemory } from '../lds/local-memory.js';
import { type Place, placeOf } from '../placement.js';
import type { Wave } from '../wave.js';
import { STATUS } from '../wave.js';
import { loadInitialState } from './initial-state.js';

/** Register files that a slot holds, by their sizes. */
export interface SlotSizes {
  readonly vgprs: number;
  /** Length of the scalar operand space. */
  readonly scalars: number;
}

/** Formed waves of one packer that wait for their launch, oldest first. */
export interface LaunchQueue {
  readonly waiting: readonly Wave[];
  /** Takes the oldest. */
  take(): Wave;
}

/**
 * Starts waves on free slots: in order inside a packer, freely between packers, at most one a cycle (P-066,
 * P-069; out-of-order creation inside a packer could deadlock, pipeline.md 4).
 */
export class Launcher {
  /** Waves on slots, by slot. */
  readonly running: (Wave | undefined)[];
  private readonly states: (WaveState | undefined)[];
  private readonly freeSlots: number[] = [];
  private readonly places: readonly Place[];
  private scheduled = false;

  constructor(
    private readonly context: DeviceContext,
    private readonly queues: readonly LaunchQueue[],
    private readonly sizes: SlotSizes,
    private readonly localMemory: LocalMemory,
  ) {
    const slots = context.freedoms.waveSlots;
    this.running = new Array<Wave | undefined>(slots).fill(undefined);
    this.states = new Array<WaveState | undefined>(slots).fill(undefined);
    this.places = Array.from({ length: slots }, (_, slot) => placeOf(context.chip, slot));
    for (let slot = slots - 1; slot >= 0; slot--) this.freeSlots.push(slot);
  }

  /** A packer has a new wave. */
  request(wave: Wave): void {
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'launch-requested', cycle: now, wave: wave.number });
    this.wakeUp();
  }

  /** The wave's slot is free again. */
  release(wave: Wave): void {
    const { slot } = wave;
    this.localMemory.free(wave);
    this.running[slot] = undefined;
    this.freeSlots.push(slot);
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'resource-released', cycle: now, wave: wave.number, slot });
    this.wakeUp();
  }

  /** `LAUNCH` event: starts one wave; returns it, or undefined when none could start. */
  launch(): Wave | undefined {
    this.scheduled = false;
    const ready = this.queues.filter((queue) => queue.waiting.length > 0);
    if (ready.length === 0) return undefined;
    if (this.freeSlots.length === 0) {
      this.refuse(ready, 'wave-slot');
      return undefined;
    }
    const queue = ready[this.context.choices.choose(CHOICE.LAUNCH_PACKER, ready.length)];
    const slot = this.takeSlotFor(queue.waiting[0]);
    if (slot < 0) {
      this.refuse([queue], 'lds');
      return undefined;
    }
    const wave = queue.take();
    this.start(wave, slot);
    this.wakeUp();
    return wave;
  }

  private wakeUp(): void {
    if (this.scheduled || !this.queues.some((queue) => queue.waiting.length > 0)) return;
    this.scheduled = true;
    this.context.wheel.schedule(1, eventOf(UNIT.LAUNCH, 0));
  }

  /** Takes the free slot on whose processor the wave's part of the local data share fits, or -1 when there is none. */
  private takeSlotFor(wave: Wave): number {
    const { freeSlots, places, localMemory } = this;
    const dwords = localMemory.sizeOf(wave);
    for (let at = freeSlots.length - 1; at >= 0; at--) {
      if (!localMemory.fits(places[freeSlots[at]].wgp, dwords)) continue;
      return freeSlots.splice(at, 1)[0];
    }
    return -1;
  }

  private start(wave: Wave, slot: number): void {
    const { context } = this;
    wave.slot = slot;
    this.running[wave.slot] = wave;
    wave.place = this.places[wave.slot];
    wave.state = this.stateOf(wave.slot);
    this.localMemory.allocate(wave);
    loadInitialState(context, wave);
    this.report(wave);
    wave.status = STATUS.RUNNING;
    const delay = context.latency(CHOICE.LAUNCH_LATENCY, context.freedoms.launchLatency);
    wave.resumeCycle = context.now + delay;
    context.wheel.schedule(delay, eventOf(UNIT.WAVE, wave.index));
  }

  private report(wave: Wave): void {
    const { sink, now } = this.context;
    if (!sink) return;
    const { slot, state, plan } = wave;
    sink({
      kind: 'wave-launched',
      cycle: now,
      wave: wave.number,
      slot,
      simd: wave.place.simd,
      sgprs: state.s,
      sgprCount: plan.sgprCount,
    });
  }

  private refuse(ready: readonly LaunchQueue[], resource: LaunchRefused['resource']): void {
    const { sink, now } = this.context;
    for (const queue of ready) {
      const wave = queue.waiting[0];
      if (wave.refused) continue;
      wave.refused = true;
      if (sink) sink({ kind: 'launch-refused', cycle: now, wave: wave.number, resource });
    }
  }

  private stateOf(slot: number): WaveState {
    let state = this.states[slot];
    if (state === undefined) {
      state = makeWaveState(this.context.lanes, this.sizes.vgprs, this.sizes.scalars);
      this.states[slot] = state;
    }
    return state;
  }
}
