import type { Design } from '../../transactions/index.js';
import type { DeviceContext } from '../context.js';
import { type CollisionPorts, describeCollision } from '../db/collision.js';
import type { OverlapSet } from '../db/overlap-set.js';
import { OverlapTracker } from '../db/overlap-tracker.js';
import type { PLANES } from '../db/spec.js';
import { computeWaveId } from '../db/wave-ids.js';
import { assert } from '../kernel/assert.js';
import { createModelFormation, type Formation } from '../sc/formation.js';
import type { Packer } from '../sc/packer.js';
import { ExitTracker, type ExitTracking } from '../spi/exit-tracker.js';
import type { LaunchQueue } from '../spi/launcher.js';
import type { Wave } from '../wave.js';
import { DesignBoundary, onEachPacker } from './design-boundary.js';
import { DesignOverlapFormation, DesignOverlapTracker } from './design-overlap.js';
import { connectTrackers, type LateExitListener } from './design-tracker.js';
import { makeProtocolError } from './read-answer.js';

/**
 * Forms waves in a packer that gets its ids from a design. The design manages the id window, and is asked for the id of
 * each closed wave.
 */
export class DesignIdFormation implements Formation {
  private closedWave: Wave | undefined;
  private id: number | undefined;

  constructor(
    private readonly context: DeviceContext,
    private readonly packer: number,
    private readonly boundary: DesignBoundary,
    private readonly retry: () => void,
  ) {}

  admits(wave: Wave): boolean {
    if (this.closedWave === undefined) {
      this.closedWave = wave;
      this.boundary.post('packed', this.packer);
    }
    assert(this.closedWave === wave, 'a packer closes one wave at a time');
    return this.id !== undefined;
  }

  describe(wave: Wave, overlapped: OverlapSet, ports: CollisionPorts): void {
    assert(this.closedWave === wave && this.id !== undefined, 'the design has assigned the wave its id');
    assert(wave.slot < 0, 'a wave has an id before it starts');
    wave.id = this.id;
    this.closedWave = undefined;
    this.id = undefined;
    describeCollision(this.context, wave, overlapped, ports);
  }

  getBlocker(wave: Wave): 'id-window' | undefined {
    return this.closedWave === wave ? 'id-window' : undefined;
  }

  /** Called when the design has assigned an id to the closed wave. */
  onNumbered([id]: readonly number[], line: string): void {
    const { idWrap } = this.context.freedoms;
    if (id < 0 || id > idWrap) throw makeProtocolError(line, `ids range from 0 to ${idWrap}`);
    if (this.closedWave === undefined || this.id !== undefined)
      throw makeProtocolError(line, `packer ${this.packer} has no wave waiting for its id`);
    this.id = id;
    this.retry();
  }

  /** Called when the tracker has moved the window. */
  windowMoved(start: number): void {
    assert(start >= 0, "the window's start is a valid sequence number");
    this.boundary.post('window', this.packer, computeWaveId(this.context.freedoms, start));
  }
}

/** One packer's queue of the waves that a design has offered to the launcher. */
export class DesignLaunchQueue implements LaunchQueue {
  readonly waiting: Wave[] = [];

  constructor(
    private readonly packer: Packer,
    private readonly index: number,
    private readonly boundary: DesignBoundary,
    /** Tells the launcher to recheck the queue. */
    private readonly schedule: () => void,
  ) {}

  take(): Wave {
    const wave = this.waiting.shift();
    assert(wave !== undefined, 'the queue is not empty');
    assert(wave.launch.staged, 'only a staged wave can start');
    this.boundary.post('launched', this.index, wave.id);
    return this.packer.take(wave);
  }

  /** Called when the design offers a formed wave. */
  onOffered([id]: readonly number[], line: string): void {
    const wave = this.packer.waiting.find((formed) => formed.id === id && !this.waiting.includes(formed));
    if (wave === undefined) throw makeProtocolError(line, `packer ${this.index} has no wave ${id} to offer`);
    assert(wave.slot < 0 && wave.packer === this.index, 'only a wave waiting at its packer can be offered');
    this.waiting.push(wave);
    this.schedule();
  }
}

/** Creates the units that a design can replace: either the model's own units or proxies that delegate to the design. */
export class DesignSlot {
  /** Undefined if no unit is replaced. */
  readonly boundary: DesignBoundary | undefined;
  private numbered: readonly DesignIdFormation[] = [];
  private packers: readonly Packer[] = [];

  constructor(
    private readonly context: DeviceContext,
    private readonly packerIndices: readonly number[],
    private readonly listener: LateExitListener,
    design?: Design,
  ) {
    this.boundary = design && new DesignBoundary(context, design, () => this.retryAll());
  }

  /** Creates an exit tracker for each packer. */
  createTrackers(): readonly ExitTracking[] {
    const { context, packerIndices, boundary, listener } = this;
    if (boundary === undefined || boundary.unit === 'packer-to-launch')
      return packerIndices.map((packer) => new ExitTracker(context, packer, listener));
    return connectTrackers(context, boundary, packerIndices, listener);
  }

  /** Creates the overlap tracker for a screen of the given size in pixels. */
  createOverlapTracker(width: number, height: number, planes: 1 | typeof PLANES): OverlapTracker {
    const { context, boundary } = this;
    if (boundary?.unit !== 'overlap-to-exit') return new OverlapTracker(context, width, height, planes);
    return new DesignOverlapTracker(context, width, height, planes, boundary);
  }

  /** Creates a formation unit for each packer. */
  createFormations(): readonly Formation[] {
    const { context, packerIndices: indices, boundary } = this;
    const retry = (packer: number) => () => this.packers[packer].retry();
    if (boundary?.unit === 'overlap-to-exit') {
      const formations = indices.map(
        (packer) => new DesignOverlapFormation(context, packer, boundary, retry(packer)),
      );
      onEachPacker(boundary, 'meets', formations, (formation, values, line) =>
        formation.onOverlap(values, line),
      );
      onEachPacker(boundary, 'described', formations, (formation, values, line) =>
        formation.onDescribed(values, line),
      );
      return formations;
    }
    if (boundary?.unit !== 'packer-to-launch') return indices.map(() => createModelFormation(context));
    this.numbered = indices.map((packer) => new DesignIdFormation(context, packer, boundary, retry(packer)));
    onEachPacker(boundary, 'numbered', this.numbered, (formation, values, line) =>
      formation.onNumbered(values, line),
    );
    return this.numbered;
  }

  /** Creates each packer's launch queue. `schedule` tells the launcher to recheck the queues. */
  createQueues(packers: readonly Packer[], schedule: () => void): readonly LaunchQueue[] {
    const { boundary } = this;
    assert(packers.length === this.packerIndices.length, 'every packer has a queue');
    this.packers = packers;
    if (boundary?.unit !== 'packer-to-launch') return packers;
    const queues = packers.map((packer, index) => new DesignLaunchQueue(packer, index, boundary, schedule));
    onEachPacker(boundary, 'offered', queues, (queue, values, line) => queue.onOffered(values, line));
    return queues;
  }

  /** Called when a packer's tracker has moved its id window. */
  windowMoved(packer: number, start: number): void {
    this.numbered[packer]?.windowMoved(start);
  }

  private retryAll(): void {
    if (this.boundary!.unit !== 'overlap-to-exit') return;
    for (const packer of this.packers) packer.retry();
  }
}
