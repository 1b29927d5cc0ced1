import type { Gfx } from '../../../arch/index.js';
import { factsOf } from '../../../arch/index.js';
import type { Freedoms } from '../../../transactions/index.js';
import type { Handlers } from '../basics/handlers.js';
import { SlidingList } from '../basics/sliding-list.js';
import type { WaveRecord } from './wave-record.js';
import type { WaveLedger } from './waves.js';

/** One packer's line of waves. */
export interface PackerRecord {
  readonly index: number;
  /** In formation order. */
  readonly waves: SlidingList<WaveRecord>;
  /** Sequence of the one formed first: ids of a device that ran before need not begin where the scenario says. */
  firstSequence: number;
  /** The one formed last, even where it has left. */
  youngest: WaveRecord | undefined;
  /** Place in `waves` of the oldest that the tracker has not counted as exited. */
  oldest: number;
  /** Sequence that polls see, as far as `exiting-id-visible` shows, and the one that they saw before. */
  visibleSequence: number;
  visibleBefore: number;
}

/** Ids unwrapped to sequences, packer by packer, and how far exits have come (pops.md 5.4, S-041). */
export class PackerLedger {
  readonly packers: PackerRecord[] = [];
  /** Number of different ids. */
  readonly modulus: number;
  private readonly idStart: number;

  constructor(
    private readonly waves: WaveLedger,
    private readonly gfx: Gfx,
    freedoms: Freedoms,
  ) {
    this.modulus = freedoms.idWrap + 1;
    this.idStart = freedoms.idStart % this.modulus;
    waves.hearLeaving((wave) => this.packer(wave.packer).waves.drop());
  }

  /** The record of a packer, made at its first mention. */
  packer(index: number): PackerRecord {
    let record = this.packers[index];
    if (record === undefined) {
      record = {
        index,
        waves: new SlidingList(),
        firstSequence: 0,
        youngest: undefined,
        oldest: 0,
        visibleSequence: 0,
        visibleBefore: 0,
      };
      this.packers[index] = record;
    }
    return record;
  }

  /** Oldest wave of a packer that has not exited, or undefined when all have. */
  oldestUnexited(packer: PackerRecord): WaveRecord | undefined {
    return packer.waves.at(packer.oldest);
  }

  /** Sequence of the oldest wave that has not exited; of the next one to be formed when all have. */
  exitingSequence(packer: PackerRecord): number {
    return packer.waves.at(packer.oldest)?.sequence ?? this.nextSequence(packer);
  }

  /** Id that a sequence has in the hardware; those before the first wave are below zero. */
  idOf(sequence: number): number {
    const id = (sequence + this.idStart) % this.modulus;
    return id < 0 ? id + this.modulus : id;
  }

  /** The smallest sequence not below `floor` that has this id. */
  sequenceFrom(floor: number, id: number): number {
    return floor + this.distance(this.idOf(floor), id);
  }

  /** Steps forward from one id to another. */
  distance(from: number, to: number): number {
    return (((to - from) % this.modulus) + this.modulus) % this.modulus;
  }

  /** The wave of a packer with that sequence; undefined where there is none, or none any more. */
  waveAt(packer: PackerRecord, sequence: number): WaveRecord | undefined {
    const { waves } = packer;
    const { oldest } = waves;
    const guess = oldest === undefined ? oldest : waves.at(oldest.indexInPacker + sequence - oldest.sequence);
    return guess?.sequence === sequence ? guess : waves.kept.find((wave) => wave.sequence === sequence);
  }

  readonly on: Handlers = {
    'wave-formed': (t) => {
      const wave = this.waves.find(t.wave);
      if (wave !== undefined) this.enlist(wave);
    },
    'section-exit': (t) => {
      const wave = this.waves.find(t.wave);
      if (wave === undefined) return;
      wave.exitsCounted++;
      if (wave.exitsCounted > 1) return;
      wave.exitedCycle = t.cycle;
      const packer = this.packer(wave.packer);
      for (let out = this.oldestUnexited(packer); out !== undefined && out.exitsCounted > 0; ) {
        out.retiredCycle = t.cycle;
        packer.oldest++;
        out = this.oldestUnexited(packer);
      }
    },
    'exiting-id-visible': (t) => {
      const packer = this.packer(t.packer);
      packer.visibleBefore = packer.visibleSequence;
      packer.visibleSequence = this.visibleSequence(packer, t.id);
    },
  };

  /** What an id that becomes visible stands for: a legal step forward, else the nearest sequence on either side. */
  private visibleSequence(packer: PackerRecord, id: number): number {
    const from = Math.max(packer.visibleSequence, packer.firstSequence);
    const near = this.distance(this.idOf(from), id);
    // An id is told when it moves: one that stays has gone all the way round, where the window is as large as the wrap.
    const isTurn = near === 0 && from + this.modulus <= this.exitingSequence(packer);
    const ahead = isTurn ? this.modulus : near;
    if (from + ahead <= this.exitingSequence(packer) || ahead * 2 <= this.modulus) return from + ahead;
    return from + ahead - this.modulus;
  }

  private nextSequence(packer: PackerRecord): number {
    const last = packer.youngest;
    return last === undefined ? 0 : last.sequence + 1;
  }

  private enlist(wave: WaveRecord): void {
    const packer = this.packer(wave.packer);
    wave.indexInPacker = packer.waves.length;
    wave.olderInPacker = packer.youngest;
    wave.sequence = this.sequenceFrom(this.nextSequence(packer), wave.id);
    if (packer.youngest === undefined) packer.firstSequence = wave.sequence;
    wave.visibleAtFormation = packer.visibleSequence;
    const back = this.distance(this.decodeNewest(wave), wave.id);
    wave.newestSequence = wave.sequence - back;
    if (wave.didOverlap) wave.newestNamed = this.waveAt(packer, wave.newestSequence);
    packer.waves.push(wave);
    packer.youngest = wave;
  }

  /** The newest field as the program has to read it: GFX9 gives one too few when it lies before the wrap (S-039). */
  private decodeNewest(wave: WaveRecord): number {
    const corrected =
      factsOf(this.gfx).newestOneTooFew && wave.newest > wave.id ? wave.newest + 1 : wave.newest;
    return corrected % this.modulus;
  }
}
