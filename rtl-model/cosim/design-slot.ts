import type { Design } from '../../transactions/index.js';
import type { DeviceContext } from '../context.js';
import { OverlapTracker } from '../db/overlap-tracker.js';
import type { PLANES } from '../db/spec.js';
import { assert } from '../kernel/assert.js';
import { createModelFormation, type Formation } from '../sc/formation.js';
import type { Packer } from '../sc/packer.js';
import { ExitTracker, type ExitTracking } from '../spi/exit-tracker.js';
import type { LaunchQueue } from '../spi/launcher.js';
import { DesignBoundary, onEachPacker } from './design-boundary.js';
import { DesignIdFormation, DesignLaunchQueue } from './design-launch.js';
import { DesignOverlapFormation, DesignOverlapTracker } from './design-overlap.js';
import { connectTrackers, type LateExitListener } from './design-tracker.js';

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
