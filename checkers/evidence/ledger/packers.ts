import { factsOf, type Gfx } from '../../../arch/index.js';
import { IdSpace, type KnobValues, wrapId } from '../../../transactions/index.js';
import type { Owner } from '../basics/dispatch.js';
import { SlidingList } from '../basics/sliding-list.js';
import { NEVER, type WaveRecord } from './wave-record.js';
import type { WaveLedger } from './waves.js';

/** The waves formed by a packer. */
export class PackerRecord {
  /** The packer's waves in formation order. */
  readonly waves = new SlidingList<WaveRecord>();
  /**
   * The sequence number of the first wave formed. If the device was already running, its ids may not start where the
   * scenario says.
   */
  firstSequence = 0;
  /** The most recently formed wave, even if it is no longer in `waves`. */
  youngest: WaveRecord | undefined;
  /** Index in `waves` of the oldest wave whose exit has not been counted. */
  oldest = 0;
  /** The sequence number visible to polls, as reported by `exiting-id-visible`. */
  visibleSequence = 0;
  /** The sequence number that was visible before the last report. */
  previousVisible = 0;
  /** The cycles in which recent sequence numbers became visible, at index `sequence % KEPT_SEQUENCES`. */
  readonly visibleCycles = new Int32Array(KEPT_SEQUENCES).fill(NEVER);

  constructor(readonly index: number) {}
}

/** Number of recently visible sequence numbers whose cycles are kept. */
const KEPT_SEQUENCES = 256;

/** Unwraps each packer's ids into sequence numbers, and tracks the progress of exits (pops.md 5.4, S-041). */
export class PackerLedger {
  readonly packers: PackerRecord[] = [];
  readonly ids: IdSpace;

  constructor(
    waves: WaveLedger,
    private readonly gfx: Gfx,
    freedoms: KnobValues,
  ) {
    this.ids = new IdSpace(freedoms);
    waves.onRemoval((wave) => this.getPacker(wave.packer).waves.drop());
  }

  /** Returns a packer's record, creating it on first use. */
  getPacker(index: number): PackerRecord {
    this.packers[index] ??= new PackerRecord(index);
    return this.packers[index];
  }

  /** Returns a packer's oldest wave that has not exited, or undefined if all waves have. */
  getOldestUnexited(packer: PackerRecord): WaveRecord | undefined {
    return packer.waves.at(packer.oldest);
  }

  /**
   * Returns the sequence number of the oldest wave that has not exited or, if all waves have, of the next one formed.
   */
  getExitingSequence(packer: PackerRecord): number {
    return packer.waves.at(packer.oldest)?.sequence ?? this.getNextSequence(packer);
  }

  /** Returns the hardware id of a sequence number. Numbers before the first wave are negative. */
  getId(sequence: number): number {
    return this.ids.getId(sequence);
  }

  /**
   * Returns the packer's wave with the given sequence number, or undefined if it was never formed or has been dropped.
   */
  findWave(packer: PackerRecord, sequence: number): WaveRecord | undefined {
    const { waves } = packer;
    const { oldest } = waves;
    const guess = oldest === undefined ? oldest : waves.at(oldest.indexInPacker + sequence - oldest.sequence);
    return guess?.sequence === sequence ? guess : waves.kept.find((wave) => wave.sequence === sequence);
  }

  readonly on: Owner<WaveRecord> = {
    onWave: {
      'wave-formed': (wave) => this.addWave(wave),
      'section-exit': (wave, t) => {
        wave.countedExits++;
        if (wave.countedExits > 1) return;
        wave.exitedCycle = t.cycle;
        const packer = this.getPacker(wave.packer);
        for (let exited = this.getOldestUnexited(packer); exited !== undefined && exited.countedExits > 0; ) {
          exited.retiredCycle = t.cycle;
          packer.oldest++;
          exited = this.getOldestUnexited(packer);
        }
      },
    },
    'exiting-id-visible': (t) => {
      const packer = this.getPacker(t.packer);
      packer.previousVisible = packer.visibleSequence;
      packer.visibleSequence = this.findVisibleSequence(packer, t.id);
      const first = Math.max(packer.previousVisible, packer.visibleSequence - KEPT_SEQUENCES) + 1;
      for (let sequence = first; sequence <= packer.visibleSequence; sequence++)
        packer.visibleCycles[sequence % KEPT_SEQUENCES] = t.cycle;
    },
  };

  /**
   * Returns the cycle in which the given sequence number or a later one first became visible to polls. Returns `NEVER`
   * if it is not visible, was visible from the start, or is too old to be kept.
   */
  getVisibleCycle({ visibleSequence, visibleCycles }: PackerRecord, sequence: number): number {
    const isKept = sequence > 0 && sequence <= visibleSequence && sequence > visibleSequence - KEPT_SEQUENCES;
    return isKept ? visibleCycles[sequence % KEPT_SEQUENCES]! : NEVER;
  }

  /**
   * Returns the sequence number of an id that becomes visible. If the id is not a legal step forward, returns the
   * sequence number nearest to the legal ones in either direction.
   */
  private findVisibleSequence(packer: PackerRecord, id: number): number {
    const from = Math.max(packer.visibleSequence, packer.firstSequence);
    const exiting = this.getExitingSequence(packer);
    // Only changed ids are reported, so seeing the same id again means a full wraparound, which is only possible if the
    // window is as large as the id range.
    if (this.ids.distance(this.getId(from), id) === 0)
      return from + this.ids.count <= exiting ? from + this.ids.count : from;
    return this.ids.findNearest(from, exiting, id);
  }

  private getNextSequence(packer: PackerRecord): number {
    const last = packer.youngest;
    return last === undefined ? 0 : last.sequence + 1;
  }

  private addWave(wave: WaveRecord): void {
    const packer = this.getPacker(wave.packer);
    wave.indexInPacker = packer.waves.length;
    wave.olderInPacker = packer.youngest;
    wave.sequence = this.ids.findSequenceFrom(this.getNextSequence(packer), wave.id);
    if (packer.youngest === undefined) packer.firstSequence = wave.sequence;
    wave.visibleAtFormation = packer.visibleSequence;
    const stepsBack = this.ids.distance(this.decodeNewest(wave), wave.id);
    wave.newestSequence = wave.sequence - stepsBack;
    if (wave.didOverlap) wave.newestOverlapped = this.findWave(packer, wave.newestSequence);
    packer.waves.push(wave);
    packer.youngest = wave;
  }

  /**
   * Returns the newest overlapped id as the program should decode it. On GFX9, the field is one too low if the id is
   * from before the wraparound (S-039).
   */
  private decodeNewest(wave: WaveRecord): number {
    const corrected =
      factsOf(this.gfx).newestIdOffByOne && wave.newest > wave.id ? wave.newest + 1 : wave.newest;
    return wrapId(corrected, this.ids.count);
  }
}
