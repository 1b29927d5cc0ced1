import { chipOf, getRegisterFiles } from '../../../arch/index.js';
import type { HeldResources } from '../../../transactions/index.js';
import { type LaunchNeeds, LDS_DWORDS } from '../../evidence/facts/launch-needs.js';
import { DefaultMap, getProcessor, type Ledgers, type WaveRecord } from '../../kit.js';

/**
 * Tracks per-unit usage of a resource across launches and releases, without knowing where in the unit the
 * allocations are.
 */
export class Room {
  /** The total amount allocated in each unit, and the number of separate allocations. */
  private readonly held = new DefaultMap<number, { amount: number; allocationCount: number }>(() => ({
    amount: 0,
    allocationCount: 0,
  }));

  constructor(private readonly capacity: number) {}

  /**
   * Whether every unit is guaranteed to have a large enough gap for the amount, however its allocations are laid out.
   */
  isGuaranteedToFit(needed: number): boolean {
    if (needed > this.capacity) return false;
    for (const { amount, allocationCount } of this.held.values())
      if (Math.floor((this.capacity - amount) / (allocationCount + 1)) < needed) return needed === 0;
    return true;
  }

  /** Allocates an amount in a unit (`sign` 1) or frees it (-1). */
  change(unit: number, amount: number, sign: 1 | -1): void {
    if (amount === 0) return;
    const usage = this.held.getOrCreate(unit);
    usage.amount += sign * amount;
    usage.allocationCount += sign;
  }
}

/** Tracks the LDS, registers and scratch memory available for launches, based on what the stream shows. */
export class LaunchRoom {
  readonly needs: LaunchNeeds;
  private readonly ldsRoom = new Room(LDS_DWORDS);
  private readonly vgprRoom: Room;
  private readonly sgprRoom: Room;
  private scratchHeld = 0;
  /** The SIMD of each running wave. */
  private readonly simds = new Map<WaveRecord, number>();

  constructor({ scenario }: Ledgers, needs: LaunchNeeds) {
    const files = getRegisterFiles(chipOf(scenario.chip));
    this.needs = needs;
    this.vgprRoom = new Room(scenario.freedoms.registerRows || files.vectorRows);
    this.sgprRoom = new Room(files.scalars);
  }

  /** Whether a wave is guaranteed to fit in any free slot, regardless of fragmentation. */
  isGuaranteedToFit(wave: WaveRecord): boolean {
    const { rows, scalars, scratchWaves } = this.needs.getNeeds(wave.facts);
    return (
      (scratchWaves === undefined || this.scratchHeld < scratchWaves) &&
      this.vgprRoom.isGuaranteedToFit(rows) &&
      this.sgprRoom.isGuaranteedToFit(scalars) &&
      this.ldsRoom.isGuaranteedToFit(this.needs.countLdsDwords(wave))
    );
  }

  /** Records that a wave was launched on a SIMD. */
  take(wave: WaveRecord, simd: number): void {
    this.simds.set(wave, simd);
    this.change(wave, simd, 1);
  }

  /** Records that a wave has released its resources. */
  free(wave: WaveRecord): void {
    const simd = this.simds.get(wave);
    if (simd === undefined) return;
    this.simds.delete(wave);
    this.change(wave, simd, -1);
  }

  /** Records that background work takes (`sign` 1) or frees (-1) resources that pixel waves could use. */
  changeHeld(simd: number, { vectorRows, scalarCount, scratchSlot }: HeldResources, sign: 1 | -1): void {
    this.vgprRoom.change(simd, vectorRows, sign);
    this.sgprRoom.change(simd, scalarCount, sign);
    if (scratchSlot >= 0) this.scratchHeld += sign;
  }

  /** Records that a group takes (`sign` 1) or frees (-1) LDS on a processor. */
  changeLds(processor: number, dwords: number, sign: 1 | -1): void {
    this.ldsRoom.change(processor, dwords, sign);
  }

  private change(wave: WaveRecord, simd: number, sign: 1 | -1): void {
    const { rows, scalars, scratchWaves } = this.needs.getNeeds(wave.facts);
    this.vgprRoom.change(simd, rows, sign);
    this.sgprRoom.change(simd, scalars, sign);
    this.ldsRoom.change(getProcessor(simd), this.needs.countLdsDwords(wave), sign);
    if (scratchWaves !== undefined) this.scratchHeld += sign;
  }
}
