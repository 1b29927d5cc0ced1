import type { LaunchResource } from '../../../transactions/index.js';
import { CHOICE } from '../../choice-points.js';
import type { DeviceContext } from '../../context.js';
import { assert } from '../../kernel/assert.js';
import type { LocalMemory } from '../../lds/local-memory.js';
import { CUS_PER_WGP, getCu, type Place, SIMDS_PER_WGP } from '../../placement.js';
import type { ScratchParts } from '../scratch-parts.js';
import { SIMD_RESOURCES, type SimdResources } from '../simd-resources.js';
import type { Group } from './group.js';

/** Tracks the barriers in use on each work-group processor. Each group with more than one wave holds one (P-067). */
class BarrierPool {
  private readonly held: readonly Set<number>[];

  constructor(
    processors: number,
    private readonly barrierCount: number,
  ) {
    this.held = Array.from({ length: processors }, () => new Set());
  }

  fits(processor: number): boolean {
    return this.held[processor].size < this.barrierCount;
  }

  /**
   * Allocates the processor's lowest-numbered free barrier and returns its number. The caller must check `fits` first.
   */
  take(processor: number): number {
    let barrier = 0;
    assert(this.fits(processor), 'a free barrier exists');
    while (this.held[processor].has(barrier)) barrier++;
    this.held[processor].add(barrier);
    return barrier;
  }

  free(processor: number, barrier: number): void {
    assert(barrier < 0 || this.held[processor].has(barrier), 'only a held barrier can be released');
    this.held[processor].delete(barrier);
  }
}

/** The resources of the engine that background waves share with pixel waves. */
interface SharedResources {
  readonly simds: readonly SimdResources[];
  readonly places: readonly Place[];
  readonly localMemory: LocalMemory;
  readonly scratch: ScratchParts;
}

/** Resources in the order in which they are checked for a group. */
const GROUP_RESOURCES = [...SIMD_RESOURCES, 'lds', 'barrier'] as const satisfies readonly LaunchResource[];

/**
 * Places whole groups. Slots and registers for all of the waves are allocated together with the group's LDS and
 * barrier. Depending on the mode, the waves share one compute unit or one work-group processor (P-023, P-067). Any
 * location with enough room may be chosen, and any SIMD within it for each wave (P-066).
 */
export class GroupArbiter {
  private readonly barriers: BarrierPool;
  /** The SIMDs of each compute unit. */
  private readonly units: readonly (readonly number[])[];
  /** The SIMDs of each work-group processor. */
  private readonly processors: readonly (readonly number[])[];

  constructor(
    private readonly context: DeviceContext,
    private readonly shared: SharedResources,
  ) {
    const wgpCount = shared.simds.length / SIMDS_PER_WGP;
    this.barriers = new BarrierPool(wgpCount, context.freedoms.barriers);
    const listSimds = (wgp: number): number[] =>
      Array.from({ length: SIMDS_PER_WGP }, (_, simd) => wgp * SIMDS_PER_WGP + simd);
    const wgps = Array.from({ length: wgpCount }, (_, wgp) => wgp);
    this.processors = wgps.map(listSimds);
    this.units = wgps.flatMap((wgp) =>
      Array.from({ length: CUS_PER_WGP }, (_, cu) =>
        listSimds(wgp).filter((simd) => getCu(simd) === wgp * CUS_PER_WGP + cu),
      ),
    );
    context.inject(this);
  }

  /**
   * Returns the resource that blocks the group's placement: scratch memory, or else the first resource that the
   * best candidate location lacks. Undefined if the group fits or is already placed.
   */
  missingResource(group: Group): LaunchResource | undefined {
    if (group.isPlaced) return undefined;
    const { scratchWaves } = group.plan;
    if (scratchWaves > 0 && !this.shared.scratch.fits(scratchWaves - group.waves.length + 1))
      return 'scratch';
    let furthest = 0;
    for (const simds of this.domains(group)) {
      const available = this.countAvailable(group, simds);
      if (available === GROUP_RESOURCES.length) return undefined;
      furthest = Math.max(furthest, available);
    }
    return GROUP_RESOURCES[furthest];
  }

  /** Places a group that fits. */
  allocate(group: Group): void {
    const { choices } = this.context;
    const { localMemory, simds: allSimds, places, scratch } = this.shared;
    const fitting = this.domains(group).filter(
      (simds) => this.countAvailable(group, simds) === GROUP_RESOURCES.length,
    );
    assert(fitting.length > 0, 'only a group that fits can be placed');
    assert(!group.isPlaced, 'a group is placed only once');
    const simds = fitting[choices.choose(CHOICE.LAUNCH_SIMD, fitting.length)];
    for (const wave of group.waves) {
      const free = simds.filter(
        (simd) => allSimds[simd].available(group.plan.registers) === SIMD_RESOURCES.length,
      );
      assert(free.length > 0, 'every wave of the group fits');
      allSimds[free[choices.choose(CHOICE.LAUNCH_SIMD, free.length)]].take(wave, places);
      wave.launch.scratchSlot = group.plan.scratchWaves === 0 ? -1 : scratch.take();
    }
    group.isPlaced = true;
    group.wgp = Math.floor(simds[0] / SIMDS_PER_WGP);
    group.localFirst = localMemory.take(group.wgp, group.localDwords);
    group.barrier = needsBarrier(group) ? this.barriers.take(group.wgp) : -1;
    this.report(group);
  }

  /** Called when a wave of the group has released its own resources. The last wave releases those of the group. */
  waveReleased(group: Group): void {
    group.releasedCount++;
    assert(group.isPlaced, 'only a placed group can release resources');
    assert(group.releasedCount <= group.waves.length, 'every wave releases its resources once');
    if (group.releasedCount < group.waves.length) return;
    this.shared.localMemory.freeRange(group.wgp, group.localFirst, group.localDwords);
    this.barriers.free(group.wgp, group.barrier);
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'group-released', cycle: now, wave: group.first });
  }

  private domains({ plan }: Group): readonly (readonly number[])[] {
    return plan.work.kind === 'compute' && plan.work.mode === 'cu' ? this.units : this.processors;
  }

  /** Returns how many of `GROUP_RESOURCES`, in order, the given SIMDs can provide before one runs out. */
  private countAvailable(group: Group, simds: readonly number[]): number {
    const simdResources = this.countSimdResources(group, simds);
    if (simdResources < SIMD_RESOURCES.length) return simdResources;
    const wgp = Math.floor(simds[0] / SIMDS_PER_WGP);
    if (!this.shared.localMemory.fits(wgp, group.localDwords)) return SIMD_RESOURCES.length;
    return needsBarrier(group) && !this.barriers.fits(wgp)
      ? SIMD_RESOURCES.length + 1
      : GROUP_RESOURCES.length;
  }

  /**
   * Like `countAvailable`, but only for `SIMD_RESOURCES`. The waves are placed tentatively, because
   * each one leaves less room for the next.
   */
  private countSimdResources(group: Group, simds: readonly number[]): number {
    const { simds: allSimds, places } = this.shared;
    const needed = group.plan.registers;
    const placed: SimdResources[] = [];
    let available: number = SIMD_RESOURCES.length;
    for (const wave of group.waves) {
      available = simds.reduce((best, simd) => Math.max(best, allSimds[simd].available(needed)), 0);
      const simd = simds.find((candidate) => allSimds[candidate].available(needed) === SIMD_RESOURCES.length);
      if (simd === undefined) break;
      allSimds[simd].take(wave, places);
      placed.push(allSimds[simd]);
    }
    for (let i = placed.length - 1; i >= 0; i--) placed[i].free(group.waves[i]);
    for (const wave of group.waves) wave.slot = -1;
    return available;
  }

  private report(group: Group): void {
    const { sink, now } = this.context;
    if (!sink) return;
    const { first, wgp, localFirst, localDwords, barrier } = group;
    sink({ kind: 'group-allocated', cycle: now, wave: first, wgp, localFirst, localDwords, barrier });
    for (const {
      number,
      slot,
      place: { simd },
      launch: { vectorFirst, vectorRows, scalarFirst, scalarCount, scratchSlot },
    } of group.waves) {
      const waveAllocation = { vectorFirst, vectorRows, scalarFirst, scalarCount, scratchSlot };
      const allocation = { localFirst: 0, localDwords: 0, ...waveAllocation };
      sink({ kind: 'background-allocated', cycle: now, wave: number, slot, simd, holds: allocation });
    }
  }
}

/** Whether the group needs a barrier. A single wave never waits at one. */
function needsBarrier({ waves }: Group): boolean {
  return waves.length > 1;
}
