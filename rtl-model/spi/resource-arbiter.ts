import type { LaunchResource } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { FIXED, type FieldRules, JOINED, SCRATCH } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';
import type { LocalMemory } from '../lds/local-memory.js';
import { type Place, SIMDS_PER_WGP } from '../placement.js';
import type { Wave } from '../wave.js';
import type { Group } from './background/group.js';
import { GroupArbiter } from './background/group-arbiter.js';
import { ScratchParts } from './scratch-parts.js';
import { makeSimds, OF_SIMD, type SimdResources } from './simd-resources.js';

/** Resources of a SIMD and its processor, in the order in which a wave that fits nowhere reports the first one lacking. */
const PER_SIMD = [...OF_SIMD, 'lds'] as const satisfies readonly LaunchResource[];

/**
 * Resource arbiter: which slots, registers, local data share and private memory are free, and who holds the rest
 * (P-013, P-064 to P-067). Which of the SIMDs with room gets a wave is free (P-061, P-066).
 */
export class ResourceArbiter {
  /** What of its fields is state of the device. */
  static readonly fingerprint: FieldRules<ResourceArbiter> = {
    ...JOINED,
    places: FIXED,
    candidates: SCRATCH,
    groups: FIXED,
  };

  private readonly simds: readonly SimdResources[];
  private readonly places: readonly Place[];
  private readonly scratch = new ScratchParts();
  /** Places background groups; absent without background work. */
  private readonly groups: GroupArbiter | undefined;
  /** SIMDs with room for the wave at hand; reused. */
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

  /** What the wave lacks on every SIMD, the first in the order of `PER_SIMD`; undefined where it can launch. */
  lacks(wave: Wave): LaunchResource | undefined {
    if (wave.group !== undefined) return this.groups!.lacks(wave.group);
    const { scratchWaves } = wave.work;
    if (wave.plan.scratch !== undefined && !this.scratch.fits(scratchWaves)) return 'scratch';
    let furthest = 0;
    for (let simd = 0; simd < this.simds.length; simd++) {
      const met = this.met(simd, wave);
      if (met === PER_SIMD.length) return undefined;
      furthest = Math.max(furthest, met);
    }
    return PER_SIMD[furthest];
  }

  /** Gives a wave that lacks nothing its resources on one of the SIMDs that have them. */
  allocate(wave: Wave): void {
    const { candidates, simds } = this;
    candidates.length = 0;
    const first = this.firstFor(wave);
    for (let at = 0; at < simds.length; at++) {
      const simd = (first + at) % simds.length;
      if (this.met(simd, wave) === PER_SIMD.length) candidates.push(simd);
    }
    assert(candidates.length > 0, 'a wave that starts lacks nothing');
    const chosen = candidates[this.context.choices.choose(CHOICE.LAUNCH_SIMD, candidates.length)];
    simds[chosen].take(wave, this.places);
    assert(wave.place.simd === chosen, 'the slot is one of the SIMD');
    wave.launch.scratchSlot = wave.plan.scratch === undefined ? -1 : this.scratch.take();
  }

  /**
   * The processor on which the first alternative places a wave, whatever waves on other processors hold; undefined where that depends on
   * them.
   */
  homeOf(wave: Wave): number | undefined {
    const first = this.firstFor(wave);
    const isFree = wave.plan.scratch === undefined && this.met(first, wave) === PER_SIMD.length;
    return isFree ? Math.floor(first / SIMDS_PER_WGP) : undefined;
  }

  /** Gives the waves of a group that lacks nothing all that they and the group need. */
  allocateGroup(group: Group): void {
    this.groups!.allocate(group);
  }

  /** Takes back the vector registers of a wave that runs on without them. */
  releaseVectors(wave: Wave): void {
    this.simds[wave.place.simd].freeVectors(wave);
  }

  /** Takes back all that the wave holds, and after the last wave of a group what the group holds. */
  release(wave: Wave): void {
    assert(wave.slot >= 0, 'a wave that gives up its place has one');
    this.simds[wave.place.simd].free(wave);
    this.scratch.free(wave.launch.scratchSlot);
    if (wave.group === undefined) this.localMemory.free(wave);
    else this.groups!.released(wave.group);
  }

  /** Whether no wave has registers, private memory or, where no group may have some, local data share. */
  get holdsNothing(): boolean {
    const { simds, scratch, localMemory, groups } = this;
    const isLocalFree = groups !== undefined || localMemory.isFree;
    return simds.every((simd) => simd.holdsNothing) && scratch.isFree && isLocalFree;
  }

  /** The SIMD that a wave is offered first. Where events have no times, each wave begins at a processor of its own. */
  private firstFor({ number }: Wave): number {
    return this.context.isTimed ? 0 : (number * SIMDS_PER_WGP) % this.simds.length;
  }

  /** Number of resources of `PER_SIMD` that the SIMD has for the wave before the first one that it lacks. */
  private met(index: number, wave: Wave): number {
    const met = this.simds[index].met(wave.work.registers);
    if (met < OF_SIMD.length) return met;
    const processor = Math.floor(index / SIMDS_PER_WGP);
    return this.localMemory.fits(processor, wave.launch.localDwords) ? PER_SIMD.length : met;
  }
}
