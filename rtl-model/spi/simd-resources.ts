import { countSlots, getRegisterFiles, type RegisterRequirement } from '../../arch/index.js';
import type { LaunchResource } from '../../transactions/index.js';
import type { DeviceContext } from '../context.js';
import { Extents } from '../extents.js';
import { assert } from '../kernel/assert.js';
import { countSimds, listPlaces, type Place } from '../placement.js';
import type { Wave } from '../wave.js';

/** Resources of a SIMD, in the order in which they are checked for a wave. */
export const SIMD_RESOURCES = ['wave-slot', 'vgpr', 'sgpr'] as const satisfies readonly LaunchResource[];

/** How a SIMD's register files count rows, and where slots are. */
export const CLEAN_REGISTERS = {
  /** Returns the number of VGPR rows that a wave gets, given the number it requested (P-067). */
  rows: (requested: number): number => requested,
  /** Returns the number of rows that count as allocated, given the number that the wave gets. */
  allocatedRows: (rows: number): number => rows,
  /** Returns how many consecutive rows must be free for a wave that requests a number of rows. */
  freeRows: (requested: number): number => requested,
  /** Returns the place of a slot; `places` are the correct ones of all slots. */
  place: (slot: number, places: readonly Place[]): Place => places[slot],
};

/** The free slots and the register files of one SIMD. */
export class SimdResources {
  /** Free slots, used as a stack. */
  readonly slots: number[] = [];
  private readonly vectors: Extents;
  private readonly scalars: Extents;

  constructor(
    vectorRows: number,
    scalars: number,
    private readonly outputs: typeof CLEAN_REGISTERS,
  ) {
    this.vectors = new Extents(vectorRows);
    this.scalars = new Extents(scalars);
  }

  /**
   * Returns the index in `SIMD_RESOURCES` of the first resource that is unavailable to a wave with the given
   * requirements, or its length if all are available.
   */
  available({ rows, scalars }: RegisterRequirement): number {
    if (this.slots.length === 0) return 0;
    if (!this.vectors.fits(this.outputs.freeRows(rows))) return 1;
    return this.scalars.fits(scalars) ? SIMD_RESOURCES.length : 2;
  }

  /** Allocates a slot and registers to a wave. They must be available. */
  take(wave: Wave, places: readonly Place[]): void {
    const { scalars } = wave.work.registers;
    const rows = this.outputs.rows(wave.work.registers.rows);
    assert(this.slots.length > 0, 'a free slot exists');
    wave.slot = this.slots.pop()!;
    wave.place = places[wave.slot];
    wave.launch.vectorFirst = this.vectors.take(this.outputs.allocatedRows(rows));
    wave.launch.vectorRows = rows;
    wave.launch.scalarFirst = this.scalars.take(scalars);
    wave.launch.scalarCount = scalars;
    assert(wave.launch.vectorFirst >= 0 && wave.launch.scalarFirst >= 0, 'the registers have been allocated');
  }

  /** Whether all registers are free. */
  get areRegistersFree(): boolean {
    return this.vectors.isFree && this.scalars.isFree;
  }

  /** Frees the VGPRs of a wave that continues without them. */
  freeVectors(wave: Wave): void {
    this.vectors.free(wave.launch.vectorFirst, wave.launch.vectorRows);
    assert(wave.launch.vectorRows > 0, 'only held registers can be freed');
    wave.launch.vectorRows = 0;
  }

  /** Frees the wave's slot and registers. */
  free(wave: Wave): void {
    assert(!this.slots.includes(wave.slot), 'a slot is freed only once');
    this.slots.push(wave.slot);
    const { vectorFirst, vectorRows, scalarFirst, scalarCount } = wave.launch;
    this.vectors.free(vectorFirst, vectorRows);
    this.scalars.free(scalarFirst, scalarCount);
  }
}

/** Creates the engine's SIMDs with their slots, and returns them with the place of each slot. */
export function makeSimds(context: DeviceContext): {
  readonly simds: readonly SimdResources[];
  readonly places: readonly Place[];
} {
  const { chip, freedoms } = context;
  const files = getRegisterFiles(chip);
  const vectorRows = freedoms.registerRows || files.vectorRows;
  const outputs = context.outputs(CLEAN_REGISTERS);
  const simds = Array.from(
    { length: countSimds(chip) },
    () => new SimdResources(vectorRows, files.scalars, outputs),
  );
  const slots = Math.min(freedoms.waveSlots, countSlots(chip));
  const places = listPlaces(chip, slots).map((_, slot, all) => outputs.place(slot, all));
  for (let slot = slots - 1; slot >= 0; slot--) simds[places[slot].simd].slots.push(slot);
  return { simds, places };
}
