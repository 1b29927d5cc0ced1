import assert from 'node:assert/strict';
import type { WaveSize } from '../../../arch/index.js';
import { FIRST_BACKGROUND_WAVE, QUAD_COLUMNS, type WaveFormed } from '../../../transactions/index.js';
import { IntegerArena } from '../basics/arena.js';
import type { Owner } from '../basics/dispatch.js';
import { SlidingList } from '../basics/sliding-list.js';
import { WaveNumbers } from '../basics/wave-numbers.js';
import { LaneUnitFinder } from '../geometry/lane-units.js';
import type { ScreenGrid } from '../geometry/screen-grid.js';
import type { DrawFacts } from '../program/draws.js';
import { WaveRecord } from './wave-record.js';

interface OverlappedWave {
  readonly number: number;
  /** The wave's record, if the wave had already been formed. */
  readonly record: WaveRecord | undefined;
}

/** Called for each wave that is removed from the ledger, oldest first, once all facts about it are final. */
export type RemovalListener = (wave: WaveRecord) => void;

/**
 * Tracks the waves that have been formed, their pixels, and when each was launched, released and ended. Finished waves
 * are removed in formation order once there are enough younger ones, so the ledger contains the waves in flight and
 * some history for use in messages. The last wave to cover a unit can still be found by its order.
 */
export class WaveLedger {
  /** The waves in formation order, indexed by order. */
  readonly formed = new SlidingList<WaveRecord>();
  /** The first wave mentioned in the stream whose formation was not reported. Facts about it are missing. */
  unknownWave: number | undefined;
  /** Number of waves that have ended. */
  endedCount = 0;
  /** Number of waves that were halted. */
  haltedCount = 0;
  private readonly byNumber = new Map<number, WaveRecord>();
  /** The numbers of all waves formed so far, including those that have been removed. */
  private readonly numbers = new WaveNumbers(0);
  /** Removed waves that were the last to cover any unit or pixel, by order. */
  private readonly lastAtUnits = new Map<number, WaveRecord>();
  /** The last wave looked up, cached because several handlers look up the wave of the same transaction. */
  private lastFound: WaveRecord | undefined;
  private readonly arena = new IntegerArena();
  private readonly reportedOverlaps = new Map<number, readonly OverlappedWave[]>();
  private readonly unitFinder: LaneUnitFinder;
  private readonly listeners: RemovalListener[] = [];

  /** @param maxKept number of waves to keep before finished ones are removed. */
  constructor(
    private readonly draws: readonly DrawFacts[],
    grid: ScreenGrid,
    lanes: WaveSize,
    private readonly maxKept: number,
  ) {
    this.unitFinder = new LaneUnitFinder(grid, lanes, this.arena);
  }

  /** Registers a listener for waves that are removed before the end of the stream. */
  onRemoval(listener: RemovalListener): void {
    this.listeners.push(listener);
  }

  /**
   * Registers a listener that is called once for each wave: when it is removed, or when the returned function is called
   * at the end of the stream.
   */
  onEachWave(listener: RemovalListener): () => void {
    this.onRemoval(listener);
    return () => this.formed.kept.forEach(listener);
  }

  /** Number of waves that have been removed. */
  get removedCount(): number {
    return this.formed.length - this.formed.keptCount;
  }

  /**
   * Returns the wave with the given formation order, or undefined if it has been removed and was not the last one to
   * cover any unit or pixel.
   */
  findByOrder(order: number): WaveRecord | undefined {
    return this.formed.at(order) ?? this.lastAtUnits.get(order);
  }

  /** Records that the wave with the given order is no longer the last to cover one of its units or pixels. */
  displaceLast(order: number): void {
    const wave = this.findByOrder(order);
    if (wave !== undefined && --wave.lastCoverCount === 0) this.lastAtUnits.delete(order);
  }

  /**
   * Returns the record of a pixel wave, or undefined for a background wave, a wave that has been removed, or one whose
   * formation was not reported (which is recorded in `unknownWave`).
   */
  find(wave: number): WaveRecord | undefined {
    if (this.lastFound?.wave === wave) return this.lastFound;
    const record = this.byNumber.get(wave);
    if (record !== undefined) this.lastFound = record;
    else if (wave < FIRST_BACKGROUND_WAVE && !this.numbers.has(wave)) this.unknownWave ??= wave;
    return record;
  }

  /** Like `findByOrder`, but throws if the wave is not found. */
  get(order: number): WaveRecord {
    const wave = this.findByOrder(order);
    assert(wave, 'wave was removed from the ledger while still needed');
    return wave;
  }

  /**
   * Returns the waves that the device reported as overlapped by the given one, regardless of whether the report was
   * exact and whether it came before or after the wave was formed. An entry is undefined if that wave was never formed,
   * had already been removed when the overlap was reported, or has been formed and removed since.
   */
  getReportedOverlaps(wave: WaveRecord): readonly (WaveRecord | undefined)[] {
    const reported = this.reportedOverlaps.get(wave.wave) ?? [];
    return reported.map(({ number, record }) => record ?? this.find(number));
  }

  readonly on: Owner<WaveRecord> = {
    'wave-formed': (t) => this.addWave(t),
    overlap: (t) => {
      if (t.count === 0) return;
      // Records are kept because an overlapped wave may be removed while this one waits.
      const reported: OverlappedWave[] = [];
      for (let i = 0; i < t.count; i++)
        reported.push({ number: t.overlapped[i], record: this.byNumber.get(t.overlapped[i]) });
      this.reportedOverlaps.set(t.wave, reported);
    },
    onWave: {
      'wave-launched': (wave, t) => {
        wave.launchedCycle = t.cycle;
        wave.simd = t.simd;
        wave.localFirst = t.holds.localFirst;
      },
      'resource-released': (wave, t) => {
        wave.releasedCycle = t.cycle;
      },
      'sx-alloc': (wave, t) => {
        wave.exportSpaceCycle = t.cycle;
      },
      'sx-freed': (wave, t) => {
        wave.exportSpaceFreedCycle = t.cycle;
      },
      'wave-ended': (wave, t) => {
        wave.endedCycle = t.cycle;
        wave.endedPc = t.pc;
        wave.endedBy = t.by;
        this.endedCount++;
        if (t.by === 'halt') this.haltedCount++;
      },
    },
  };

  private dropFinished(): void {
    const { formed, maxKept } = this;
    for (let wave = formed.oldest; formed.keptCount > maxKept && wave?.isOver; wave = formed.oldest) {
      for (const listener of this.listeners) listener(wave);
      formed.drop();
      this.forgetNumber(wave);
      if (wave.lastCoverCount > 0) this.lastAtUnits.set(wave.order, wave);
      wave.forget();
    }
  }

  /** Forgets a wave's number, unless the trace has reused it for a younger wave. */
  private forgetNumber(wave: WaveRecord): void {
    if (this.byNumber.get(wave.wave) !== wave) return;
    this.byNumber.delete(wave.wave);
    this.reportedOverlaps.delete(wave.wave);
    if (this.lastFound === wave) this.lastFound = undefined;
  }

  private addWave(t: WaveFormed): void {
    this.dropFinished();
    this.numbers.record(t.wave);
    const facts = this.draws[t.draw];
    if (facts === undefined) return;
    const quads = this.arena.take(t.quadCount * QUAD_COLUMNS);
    for (let i = 0; i < quads.length; i++) quads[i] = t.quads[i];
    const held = this.unitFinder.list(quads, { samples: facts.draw.samples, perSample: facts.perSample });
    const record = new WaveRecord(
      t.wave,
      this.formed.length,
      t.packer,
      t.id,
      facts,
      t.cycle,
      quads,
      t.didOverlap,
      t.newest,
      t.intrawaveMask,
      held,
      this.arena.take(held.units.length).fill(-1),
    );
    this.formed.push(record);
    this.byNumber.set(t.wave, record);
    this.lastFound = record;
  }
}
