import type { LaunchResource } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { assert } from '../kernel/assert.js';
import type { LocalMemory } from '../lds/local-memory.js';
import { type Place, SIMDS_PER_WGP } from '../placement.js';
import type { Wave } from '../wave.js';
import type { Group } from './background/group.js';
import { GroupArbiter } from './background/group-arbiter.js';
import { ScratchParts } from './scratch-parts.js';
import { makeSimds, SIMD_RESOURCES, type SimdResources } from './simd-resources.js';

/** Resources of a SIMD and its processor, in the order they are checked. */
const PER_SIMD = [...SIMD_RESOURCES, 'lds'] as const satisfies readonly LaunchResource[];

/**
 * Tracks free slots, registers, LDS and scratch memory, and which waves hold them (P-013, P-064 to P-067). The
 * choice among SIMDs where a wave fits is arbitrary (P-061, P-066).
 */
export class ResourceArbiter {
  private readonly simds: readonly SimdResources[];
  private readonly places: readonly Place[];
  private readonly scratch = new ScratchParts();
  /** Places background groups. Absent if there is no background work. */
  private readonly groups: GroupArbiter | undefined;
  /** The SIMDs with room for the current wave. Empty between events. */
  private readonly candidates: number[] = [];

  constructor(
    private readonly context: DeviceContext,
    private readonly localMemory: LocalMemory,
  ) {
    const { simds, places } = makeSimds(context);
    this.simds = simds;
    this.places = places;
    if (context.scenario.background !== undefined)
      this.groups = new GroupArbiter(context, { simds, places, localMemory, scratch: this.scratch });
  }

  /**
   * Returns the resource that blocks the wave's launch: scratch memory, or else the first resource that the best
   * candidate SIMD lacks. Undefined if it can launch.
   */
  missingResource(wave: Wave): LaunchResource | undefined {
    if (wave.group !== undefined) return this.groups!.missingResource(wave.group);
    const { scratchWaves } = wave.work;
    if (wave.plan.scratch !== undefined && !this.scratch.fits(scratchWaves)) return 'scratch';
    let furthest = 0;
    for (let simd = 0; simd < this.simds.length; simd++) {
      const available = this.findFirstMissing(simd, wave);
      if (available === PER_SIMD.length) return undefined;
      furthest = Math.max(furthest, available);
    }
    return PER_SIMD[furthest];
  }

  /** Allocates resources for a wave on one of the SIMDs that it fits on. */
  allocate(wave: Wave): void {
    const { candidates, simds } = this;
    const first = this.getFirstSimd(wave);
    for (let i = 0; i < simds.length; i++) {
      const simd = (first + i) % simds.length;
      if (this.findFirstMissing(simd, wave) === PER_SIMD.length) candidates.push(simd);
    }
    assert(candidates.length > 0, 'a wave starts only if all its resources are available');
    const chosen = candidates[this.context.choices.choose(CHOICE.LAUNCH_SIMD, candidates.length)];
    candidates.length = 0;
    simds[chosen].take(wave, this.places);
    assert(wave.place.simd === chosen, 'the slot belongs to the SIMD');
    wave.launch.scratchSlot = wave.plan.scratch === undefined ? -1 : this.scratch.take();
  }

  /**
   * Returns the processor that a wave lands on by default (choice 0), or undefined if that depends on how busy the
   * others are.
   */
  findHomeProcessor(wave: Wave): number | undefined {
    const first = this.getFirstSimd(wave);
    const isFree = wave.plan.scratch === undefined && this.findFirstMissing(first, wave) === PER_SIMD.length;
    return isFree ? Math.floor(first / SIMDS_PER_WGP) : undefined;
  }

  /** Allocates resources for a group that fits, including those of its waves. */
  allocateGroup(group: Group): void {
    this.groups!.allocate(group);
  }

  /** Frees the VGPRs of a wave that continues without them. */
  releaseVectors(wave: Wave): void {
    this.simds[wave.place.simd].freeVectors(wave);
  }

  /** Frees the resources of the wave and, after the last wave of a group, those of the group. */
  release(wave: Wave): void {
    assert(wave.slot >= 0, 'only a wave that holds a slot can release it');
    this.simds[wave.place.simd].free(wave);
    this.scratch.free(wave.launch.scratchSlot);
    if (wave.group === undefined) this.localMemory.free(wave);
    else this.groups!.waveReleased(wave.group);
  }

  /**
   * Whether all registers, scratch memory and LDS are free. With background work, LDS is not checked, because groups
   * may still hold some of it.
   */
  get isFullyFree(): boolean {
    const { simds, scratch, localMemory, groups } = this;
    const isLocalFree = groups !== undefined || localMemory.isFree;
    return simds.every((simd) => simd.areRegistersFree) && scratch.isFree && isLocalFree;
  }

  /**
   * Returns the SIMD to try first for a wave. When events are untimed, successive waves start at different processors.
   */
  private getFirstSimd({ number }: Wave): number {
    return this.context.isTimed ? 0 : (number * SIMDS_PER_WGP) % this.simds.length;
  }

  /** Returns the index in `PER_SIMD` of the first resource the SIMD lacks, or its length if it has them all. */
  private findFirstMissing(index: number, wave: Wave): number {
    const available = this.simds[index].available(wave.work.registers);
    if (available < SIMD_RESOURCES.length) return available;
    const processor = Math.floor(index / SIMDS_PER_WGP);
    return this.localMemory.fits(processor, wave.launch.localDwords) ? PER_SIMD.length : available;
  }
}
