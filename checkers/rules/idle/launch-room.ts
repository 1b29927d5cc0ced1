import {
  chipOf,
  countSlots,
  getRegisterFiles,
  type RegisterRequirement,
  roundUpRegisters,
  SIMDS_PER_UNIT,
  SIMDS_PER_WGP,
  SLOTS_PER_SIMD,
} from '../../../arch/index.js';
import {
  countWavesPerGroup,
  type GroupAllocated,
  type HeldResources,
  type WaveLaunched,
} from '../../../transactions/index.js';
import { type LaunchNeeds, LDS_DWORDS } from '../../evidence/facts/launch-needs.js';
import type { BackgroundRecord } from '../../evidence/ledger/background.js';
import { DefaultMap, getProcessor, type Ledgers, type WaveRecord } from '../../kit.js';

/** The ranges of a register file or an LDS that are held, in ascending order. */
export class HeldRanges {
  private readonly ranges: { readonly first: number; readonly end: number }[] = [];

  constructor(private readonly capacity: number) {}

  /** Adds a range (`sign` 1) or removes it (-1). */
  change(first: number, count: number, sign: 1 | -1): void {
    if (count === 0) return;
    if (sign === 1) {
      const next = this.ranges.findIndex((range) => range.first > first);
      this.ranges.splice(next < 0 ? this.ranges.length : next, 0, { first, end: first + count });
    } else {
      const index = this.ranges.findIndex((range) => range.first === first);
      if (index >= 0) this.ranges.splice(index, 1);
    }
  }

  /** Returns how many more ranges of a size fit into the gaps. */
  countRoom(size: number): number {
    if (size === 0) return Number.POSITIVE_INFINITY;
    let count = 0;
    let free = 0;
    for (const { first, end } of this.ranges) {
      count += Math.max(Math.floor((first - free) / size), 0);
      free = Math.max(free, end);
    }
    return count + Math.max(Math.floor((this.capacity - free) / size), 0);
  }
}

/** A wave that has a slot. */
type PlacedWave = Pick<WaveLaunched, 'slot' | 'simd' | 'holds'>;

/** Tracks the slots, registers, LDS, scratch memory and barriers that are free, as launches and releases show them. */
export class LaunchRoom {
  private readonly simds: DefaultMap<number, ReturnType<typeof makeSimd>>;
  private readonly processors = new DefaultMap(() => ({
    local: new HeldRanges(LDS_DWORDS),
    barriersHeld: 0,
  }));
  private scratchHeld = 0;
  private slotsHeld = 0;
  private slotsSeen = 0;
  private readonly slotCount: number;
  private readonly simdCount: number;
  /** Whether all slots of the chip are in use, so that the number on each SIMD is known. */
  private readonly hasAllSlots: boolean;
  private readonly waves = new Map<number, PlacedWave>();
  private readonly groups = new Map<number, GroupAllocated>();

  constructor(
    private readonly ledgers: Ledgers,
    private readonly needs: LaunchNeeds,
  ) {
    const { freedoms, chip: name } = ledgers.scenario;
    const chip = chipOf(name);
    const files = getRegisterFiles(chip);
    this.simds = new DefaultMap(() => makeSimd(freedoms.registerRows || files.vectorRows, files.scalars));
    const allSlots = countSlots(chip);
    this.slotCount = Math.min(freedoms.waveSlots, allSlots);
    this.hasAllSlots = this.slotCount === allSlots;
    this.simdCount = allSlots / SLOTS_PER_SIMD;
  }

  /**
   * Whether a pixel wave fits on some SIMD with a free slot. If a free slot has never been used, its SIMD is unknown, so
   * the wave must fit on every SIMD.
   */
  fits(wave: WaveRecord): boolean {
    if (this.slotsHeld >= this.slotCount) return false;
    const needs = this.needs.getNeeds(wave.facts);
    if (needs.scratchWaves !== undefined && this.scratchHeld >= needs.scratchWaves) return false;
    const dwords = this.needs.countLdsDwords(wave);
    let fitsEverywhere = !this.hasAllSlots && this.slotsSeen < this.slotCount;
    for (let simd = 0; simd < this.simdCount; simd++) {
      const fitsHere =
        this.countRegisterRoom(simd, needs) > 0 && this.hasLocalRoom(getProcessor(simd), dwords);
      if (fitsHere && this.countFreeSlots(simd) > 0) return true;
      fitsEverywhere &&= fitsHere;
    }
    return fitsEverywhere;
  }

  /** Whether all waves of a background wave's group fit where its work allows, or have their place already. */
  fitsGroup({ work, resources }: BackgroundRecord): boolean {
    if (resources !== undefined) return true;
    const { chip, wave, freedoms } = this.ledgers.scenario;
    const waveCount = countWavesPerGroup(work, wave);
    if (work.scratchWaves > 0 && this.scratchHeld + waveCount > work.scratchWaves) return false;
    const needs = roundUpRegisters(chipOf(chip), wave, work.vectors, work.scalars);
    const isCompute = work.kind === 'compute';
    const simdsTogether = isCompute && work.mode === 'cu' ? SIMDS_PER_UNIT : SIMDS_PER_WGP;
    for (let first = 0; first < this.simdCount; first += simdsTogether) {
      const processor = getProcessor(first);
      const { barriersHeld } = this.processors.getOrCreate(processor);
      if (waveCount > 1 && barriersHeld >= freedoms.barriers) continue;
      if (!this.hasLocalRoom(processor, isCompute ? work.localDwords : 0)) continue;
      let room = 0;
      for (let simd = first; simd < first + simdsTogether; simd++)
        room += Math.min(this.countFreeSlots(simd), this.countRegisterRoom(simd, needs));
      if (room >= waveCount) return true;
    }
    return false;
  }

  /** Records that a wave has got a slot, and what it holds. */
  take(wave: number, { slot, simd, holds }: PlacedWave): void {
    this.waves.set(wave, { slot, simd, holds });
    const { slotsSeen } = this.simds.getOrCreate(simd);
    if (!slotsSeen.has(slot)) this.slotsSeen++;
    slotsSeen.add(slot);
    this.change(simd, holds, 1);
  }

  /** Records that a wave has released everything that it holds. */
  free(wave: number): void {
    const placed = this.waves.get(wave);
    if (placed === undefined) return;
    this.waves.delete(wave);
    this.change(placed.simd, placed.holds, -1);
  }

  /** Records that a wave has released its vector registers early. */
  freeVectors(wave: number): void {
    const placed = this.waves.get(wave);
    if (placed === undefined) return;
    const { simd, holds } = placed;
    this.simds.getOrCreate(simd).vectors.change(holds.vectorFirst, holds.vectorRows, -1);
    this.waves.set(wave, { ...placed, holds: { ...holds, vectorRows: 0 } });
  }

  /** Records that a group has got its LDS and its barrier. */
  takeGroup(t: GroupAllocated): void {
    const group = { ...t };
    this.groups.set(t.wave, group);
    this.changeGroup(group, 1);
  }

  /** Records that the group that starts with a wave has released its LDS and its barrier. */
  freeGroup(wave: number): void {
    const group = this.groups.get(wave);
    this.groups.delete(wave);
    if (group !== undefined) this.changeGroup(group, -1);
  }

  private countFreeSlots(simd: number): number {
    const { slotsSeen, slotsHeld } = this.simds.getOrCreate(simd);
    return (this.hasAllSlots ? SLOTS_PER_SIMD : slotsSeen.size) - slotsHeld;
  }

  private countRegisterRoom(simd: number, { rows, scalars }: RegisterRequirement): number {
    const files = this.simds.getOrCreate(simd);
    return Math.min(files.vectors.countRoom(rows), files.scalars.countRoom(scalars));
  }

  private hasLocalRoom(processor: number, dwords: number): boolean {
    return this.processors.getOrCreate(processor).local.countRoom(dwords) > 0;
  }

  private change(simd: number, holds: HeldResources, sign: 1 | -1): void {
    const files = this.simds.getOrCreate(simd);
    this.slotsHeld += sign;
    files.slotsHeld += sign;
    files.vectors.change(holds.vectorFirst, holds.vectorRows, sign);
    files.scalars.change(holds.scalarFirst, holds.scalarCount, sign);
    const { local } = this.processors.getOrCreate(getProcessor(simd));
    local.change(holds.localFirst, holds.localDwords, sign);
    if (holds.scratchSlot >= 0) this.scratchHeld += sign;
  }

  private changeGroup({ wgp, localFirst, localDwords, barrier }: GroupAllocated, sign: 1 | -1): void {
    const processor = this.processors.getOrCreate(wgp);
    processor.local.change(localFirst, localDwords, sign);
    if (barrier >= 0) processor.barriersHeld += sign;
  }
}

/** Makes the register files of a SIMD, with the slots that waves have had on it and the number of those held. */
function makeSimd(vectorRows: number, scalars: number) {
  const slotsSeen = new Set<number>();
  return { vectors: new HeldRanges(vectorRows), scalars: new HeldRanges(scalars), slotsSeen, slotsHeld: 0 };
}
