import { registerFiles } from '../../arch/index.js';
import type { LaunchResource } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { Extents } from '../extents.js';
import type { LocalMemory } from '../lds/local-memory.js';
import { type Place, placeOf, SIMDS_PER_WGP, simdCount } from '../placement.js';
import type { Wave } from '../wave.js';
import { ScratchParts } from './scratch-parts.js';

/** One SIMD's free slots and register files. */
interface Simd {
  readonly slots: number[];
  readonly vectors: Extents;
  readonly scalars: Extents;
}

/** Resources of a SIMD in the order in which a wave that finds none anywhere names the first. */
const PER_SIMD = ['wave-slot', 'vgpr', 'sgpr', 'lds'] as const satisfies readonly LaunchResource[];

/**
 * Resource arbiter: which slots, registers, local data share and private memory are free, and who holds the rest
 * (P-013, P-064 to P-067). Which of the SIMDs with room gets a wave is free (P-061, P-066).
 */
export class ResourceArbiter {
  private readonly simds: readonly Simd[];
  private readonly places: readonly Place[];
  private readonly scratch = new ScratchParts();
  /** SIMDs with room for the wave looked at; used again. */
  private readonly candidates: number[] = [];

  constructor(
    private readonly context: DeviceContext,
    private readonly localMemory: LocalMemory,
  ) {
    const { chip, freedoms } = context;
    const files = registerFiles(chip);
    this.simds = Array.from({ length: simdCount(chip) }, () => ({
      slots: [],
      vectors: new Extents(freedoms.registerRows || files.vectorRows),
      scalars: new Extents(files.scalars),
    }));
    this.places = Array.from({ length: freedoms.waveSlots }, (_, slot) => placeOf(chip, slot));
    for (let slot = freedoms.waveSlots - 1; slot >= 0; slot--) {
      this.simds[this.places[slot].simd].slots.push(slot);
    }
  }

  /** What the wave lacks on every SIMD, the first in the order of `PER_SIMD`; undefined where it can launch. */
  lacks(wave: Wave): LaunchResource | undefined {
    const { plan } = wave;
    if (plan.scratch !== undefined && !this.scratch.fits(plan.scratch.waves)) return 'scratch';
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
    for (let simd = 0; simd < simds.length; simd++) {
      if (this.met(simd, wave) === PER_SIMD.length) candidates.push(simd);
    }
    const simd = simds[candidates[this.context.choices.choose(CHOICE.LAUNCH_SIMD, candidates.length)]];
    const { rows, scalars } = wave.plan.registers;
    wave.slot = simd.slots.pop()!;
    wave.place = this.places[wave.slot];
    wave.vectorFirst = simd.vectors.take(rows);
    wave.vectorRows = rows;
    wave.scalarFirst = simd.scalars.take(scalars);
    wave.scalarCount = scalars;
    wave.scratchSlot = wave.plan.scratch === undefined ? -1 : this.scratch.take();
  }

  /** Takes back all that the wave holds. */
  release(wave: Wave): void {
    const { slots, vectors, scalars } = this.simds[wave.place.simd];
    slots.push(wave.slot);
    vectors.free(wave.vectorFirst, wave.vectorRows);
    scalars.free(wave.scalarFirst, wave.scalarCount);
    this.localMemory.free(wave);
    this.scratch.free(wave.scratchSlot);
  }

  /** How many of `PER_SIMD` the SIMD has for the wave, counted up to the first that it lacks. */
  private met(index: number, wave: Wave): number {
    const { slots, vectors, scalars } = this.simds[index];
    const need = wave.plan.registers;
    if (slots.length === 0) return 0;
    if (!vectors.fits(need.rows)) return 1;
    if (!scalars.fits(need.scalars)) return 2;
    return this.localMemory.fits(Math.floor(index / SIMDS_PER_WGP), wave.localDwords) ? PER_SIMD.length : 3;
  }
}
