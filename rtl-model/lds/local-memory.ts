import { getFieldOrZero, PARAMETER_DWORDS } from '../../arch/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../transactions/index.js';
import type { DeviceContext } from '../context.js';
import { Extents } from '../extents.js';
import { assert } from '../kernel/assert.js';
import { countSimds, SIMDS_PER_WGP } from '../placement.js';
import type { DrawPlan } from '../spi/draw-plan.js';
import type { Wave } from '../wave.js';
import { CAPACITY } from './spec.js';

const DWORD_BYTES = 4;

const EMPTY = new Int32Array(0);

/**
 * The LDS of the work-group processors. Each wave has an allocation in its processor's LDS: first its
 * parameters, then any additional space requested by the draw (P-119; EXTRA_LDS_SIZE). The contents
 * survive reallocation.
 */
export class LocalMemory {
  /** The contents, by processor. Created on first use, because most runs only use some of the processors. */
  private readonly words: (Int32Array | undefined)[] = [];
  /** The allocated ranges, by processor. */
  private readonly allocations: readonly Extents[];
  /** Number of dwords that each draw needs in addition to its parameters. */
  private readonly extraDwords: Int32Array;

  constructor(
    private readonly context: DeviceContext,
    plans: readonly DrawPlan[],
  ) {
    const processors = countSimds(context.chip) / SIMDS_PER_WGP;
    this.allocations = Array.from({ length: processors }, () => new Extents(CAPACITY));
    const unit = context.facts.extraLdsUnitBytes / DWORD_BYTES;
    this.extraDwords = Int32Array.from(plans, ({ draw }) => {
      return unit * getFieldOrZero(context.gfx, draw.registers, 'SPI_SHADER_PGM_RSRC2_PS.EXTRA_LDS_SIZE');
    });
  }

  /** Returns the number of dwords that a formed wave needs. */
  getSize(wave: Wave): number {
    return countWaveParameterDwords(wave) + this.extraDwords[wave.work.index];
  }

  /** Whether nothing is allocated. */
  get isFree(): boolean {
    return this.allocations.every((allocations) => allocations.isFree);
  }

  /** Whether a processor has the given number of consecutive free dwords. */
  fits(processor: number, dwords: number): boolean {
    return this.allocations[processor].fits(dwords);
  }

  /** Allocates LDS for a placed wave. The allocation must fit, but may be empty. */
  allocate(wave: Wave): void {
    const dwords = this.getSize(wave);
    assert(dwords === wave.launch.localDwords, "the wave's size matches its request");
    const { wgp } = wave.place;
    assert(dwords <= CAPACITY, 'an allocation fits in the LDS');
    wave.launch.localFirst = this.take(wgp, dwords);
    wave.state.lds = this.getWords(wgp, wave.launch.localFirst, dwords);
  }

  /** Allocates space in a processor's memory and returns the index of its first dword. */
  take(processor: number, dwords: number): number {
    return this.allocations[processor].take(dwords);
  }

  /** Returns the words of an allocation. */
  getWords(processor: number, first: number, dwords: number): Int32Array {
    assert(first >= 0 && first + dwords <= CAPACITY, 'an allocation is within the LDS');
    if (dwords === 0) return EMPTY;
    this.words[processor] ??= this.context.memory.take(CAPACITY);
    return this.words[processor].subarray(first, first + dwords);
  }

  /** Frees an allocation. */
  freeRange(processor: number, first: number, dwords: number): void {
    this.allocations[processor].free(first, dwords);
  }

  /** Frees a wave's allocation. */
  free(wave: Wave): void {
    assert(wave.state.lds.length === wave.launch.localDwords, 'a wave frees exactly what it was allocated');
    this.freeRange(wave.place.wgp, wave.launch.localFirst, wave.state.lds.length);
  }
}

/** Counts the parameter dwords that SPI loads for a wave. */
export function countWaveParameterDwords(wave: Wave): number {
  const { attributes } = wave.work;
  return attributes === 0 ? 0 : attributes * countPrimitives(wave) * PARAMETER_DWORDS;
}

/** Counts the primitives that have quads in the wave. The quads of a primitive are consecutive. */
function countPrimitives({ quads, quadCount }: Wave): number {
  let count = 1;
  for (let quad = 1; quad < quadCount; quad++) {
    const index = quad * QUAD_COLUMNS + QUAD_COLUMN.PRIMITIVE;
    if (quads[index] !== quads[index - QUAD_COLUMNS]) count++;
  }
  return count;
}
