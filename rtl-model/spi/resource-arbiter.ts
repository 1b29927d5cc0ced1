import type { LaunchResource } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { CONNECTIONS, FIXED, type FieldRules, SCRATCH } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';
import type { LocalMemory } from '../lds/local-memory.js';
import { type Place, SIMDS_PER_WGP } from '../placement.js';
import type { Wave } from '../wave.js';
import type { Group } from './background/group.js';
import { GroupArbiter } from './background/group-arbiter.js';
import { ScratchParts } from './scratch-parts.js';
import { makeSimds, SIMD_RESOURCES, type SimdResources } from './simd-resources.js';

/** Resources of a SIMD and its processor, in the order in which an unplaceable wave reports the first missing one. */
const PER_SIMD = [...SIMD_RESOURCES, 'lds'] as const satisfies readonly LaunchResource[];

/**
 * Resource arbiter: tracks free slots, registers, local data share and private memory, and their holders (P-013, P-064 to
 * P-067). Which fitting SIMD gets a wave is a free choice (P-061, P-066).
 */
export class ResourceArbiter {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<ResourceArbiter> = {
    ...CONNECTIONS,
    places: FIXED,
    candidates: SCRATCH,
    groups: FIXED,
  };

  private readonly simds: readonly SimdResources[];
  private readonly places: readonly Place[];
  private readonly scratch = new ScratchParts();
  /** Places background groups; absent without background work. */
  private readonly groups: GroupArbiter | undefined;
  /** SIMDs with room for the current wave; reused. */
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
   * What keeps the wave from launching: private memory, or else the first resource missing on the SIMD that comes closest;
   * undefined if it can launch.
   */
  missingResource(wave: Wave): LaunchResource | undefined {
    if (wave.group !== undefined) return this.groups!.missingResource(wave.group);
    const { scratchWaves } = wave.work;
    if (wave.plan.scratch !== undefined && !this.scratch.fits(scratchWaves)) return 'scratch';
    let furthest = 0;
    for (let simd = 0; simd < this.simds.length; simd++) {
      const available = this.available(simd, wave);
      if (available === PER_SIMD.length) return undefined;
      furthest = Math.max(furthest, available);
    }
    return PER_SIMD[furthest];
  }

  /** Allocates resources for a wave that fits, on one of the SIMDs that have them. */
  allocate(wave: Wave): void {
    const { candidates, simds } = this;
    candidates.length = 0;
    const first = this.firstFor(wave);
    for (let at = 0; at < simds.length; at++) {
      const simd = (first + at) % simds.length;
      if (this.available(simd, wave) === PER_SIMD.length) candidates.push(simd);
    }
    assert(candidates.length > 0, 'a starting wave has all its resources');
    const chosen = candidates[this.context.choices.choose(CHOICE.LAUNCH_SIMD, candidates.length)];
    simds[chosen].take(wave, this.places);
    assert(wave.place.simd === chosen, 'the slot belongs to the SIMD');
    wave.launch.scratchSlot = wave.plan.scratch === undefined ? -1 : this.scratch.take();
  }

  /**
   * The processor that choice 0 gives a wave, whatever runs on other processors; undefined if it depends on what runs there.
   */
  homeProcessorOf(wave: Wave): number | undefined {
    const first = this.firstFor(wave);
    const isFree = wave.plan.scratch === undefined && this.available(first, wave) === PER_SIMD.length;
    return isFree ? Math.floor(first / SIMDS_PER_WGP) : undefined;
  }

  /** Allocates all per-wave and group resources for a group that fits. */
  allocateGroup(group: Group): void {
    this.groups!.allocate(group);
  }

  /** Frees the vector registers of a wave that continues without them. */
  releaseVectors(wave: Wave): void {
    this.simds[wave.place.simd].freeVectors(wave);
  }

  /** Frees the wave's resources and, after the last wave of a group, the group's. */
  release(wave: Wave): void {
    assert(wave.slot >= 0, 'a wave that releases its slot has one');
    this.simds[wave.place.simd].free(wave);
    this.scratch.free(wave.launch.scratchSlot);
    if (wave.group === undefined) this.localMemory.free(wave);
    else this.groups!.released(wave.group);
  }

  /**
   * Whether no wave has registers or private memory. Local data share is not checked with background groups, which may hold
   * some.
   */
  get hasNoHolders(): boolean {
    const { simds, scratch, localMemory, groups } = this;
    const isLocalFree = groups !== undefined || localMemory.isFree;
    return simds.every((simd) => simd.hasNoHolders) && scratch.isFree && isLocalFree;
  }

  /** The SIMD tried first for a wave. If events have no times, each wave starts with its own processor. */
  private firstFor({ number }: Wave): number {
    return this.context.isTimed ? 0 : (number * SIMDS_PER_WGP) % this.simds.length;
  }

  /** Number of resources of `PER_SIMD` that the SIMD has for the wave before the first missing one. */
  private available(index: number, wave: Wave): number {
    const available = this.simds[index].available(wave.work.registers);
    if (available < SIMD_RESOURCES.length) return available;
    const processor = Math.floor(index / SIMDS_PER_WGP);
    return this.localMemory.fits(processor, wave.launch.localDwords) ? PER_SIMD.length : available;
  }
}
