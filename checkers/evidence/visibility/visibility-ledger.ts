import { type Gfx, isDataShare, type WordSource } from '../../../arch/index.js';
import { type MemoryPerformed, type Scenario, setting } from '../../../transactions/index.js';
import { CurrentResult } from '../basics/current-result.js';
import { getOrCreate } from '../basics/default-map.js';
import { type Handlers, ignoreRepeats } from '../basics/handlers.js';
import type { ScreenGrid } from '../geometry/screen-grid.js';
import type { AccessTraits, OrderedMemory } from '../ledger/ordered-memory.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { WaveLedger } from '../ledger/waves.js';
import { getInstructionAt } from '../program/programs.js';
import { getBinding, InvalidatedCaches, requestsCoherence } from './coherence.js';
import { forEachWord, type InFlightAccess, InFlightAccessPool } from './flight.js';
import { LineFills } from './line-fills.js';
import { MemoryImage, UNKNOWN, type Word } from './memory-image.js';

/**
 * A read that returned neither the value in L2 nor the latest stored value, or that missed a store or atomic by its own
 * wave.
 */
export interface StaleRead {
  readonly flight: InFlightAccess;
  readonly word: Word;
  readonly address: number;
  readonly lane: number;
  readonly observed: number;
  readonly level: MemoryPerformed['level'];
  /**
   * Whether this is a hardware error: the data had to be fresh because the access or the memory was coherent, or
   * because the wave had written the word, already read it coherently through these caches, or invalidated them.
   */
  readonly isError: boolean;
  /** Whether the word was last written with a different binding. */
  readonly isMixed: boolean;
  /** Whether the wave itself had changed the word before it issued the read. */
  readonly isOwn: boolean;
}

/** A store that was still not visible to other waves when its wave exited. */
export interface LateWrite {
  readonly flight: InFlightAccess;
  /** Whether this is a hardware error: the store requested coherence, or the scenario declares the memory coherent. */
  readonly isError: boolean;
}

/** The results of an access's reads from ordered memory. */
interface OrderedReads {
  /** The worst stale read. Only one is kept, because a single cache line or binding can cause many. */
  stale: StaleRead | undefined;
  wordCount: number;
  /** Number of words read that were last written with a different binding. */
  mixedWordCount: number;
}

/**
 * Determines which values each wave may see, based on issued and performed accesses. Model runs only need this ledger
 * if caches may be stale, since the model's caches above L2 hold no data otherwise. Traces from other devices always
 * need it.
 */
export class VisibilityLedger {
  /** What the current access read from ordered memory. */
  readonly reads = new CurrentResult<MemoryPerformed, OrderedReads>();
  readonly isActive: boolean;
  /** Whether caches may serve stale data to accesses without coherence bits. */
  readonly mayBeStale: boolean;
  /** The cache line fills, if they are reported. */
  readonly fills = new LineFills();
  private readonly currentReads: OrderedReads = { stale: undefined, wordCount: 0, mixedWordCount: 0 };
  private readonly image: MemoryImage;
  private readonly invalidations: InvalidatedCaches;
  private readonly pendingAccesses = new Map<number, InFlightAccess>();
  private readonly pool: InFlightAccessPool;
  private readonly storesAboveL2 = new WeakMap<WaveRecord, Set<InFlightAccess>>();
  private readonly exemptLocations = new Set<number>();
  private readonly exemptWords = new Set<number>();
  private isEverythingExempt = false;
  /** For each draw, the latest one so far that waits for all earlier ones and invalidates the caches, or 0. */
  private readonly barriers: readonly number[];

  constructor(
    scenario: Scenario,
    private readonly waves: WaveLedger,
    private readonly grid: ScreenGrid,
    private readonly gfx: Gfx,
    private readonly ordered: OrderedMemory,
    isForeign: boolean,
    memory: WordSource,
  ) {
    this.mayBeStale = scenario.freedoms.caches === setting('caches', 'stale');
    this.isActive = this.mayBeStale || isForeign;
    this.image = new MemoryImage(this.isActive ? scenario : EMPTY_SCENARIO, memory);
    this.invalidations = new InvalidatedCaches(gfx);
    this.pool = new InFlightAccessPool(memory);
    let last = 0;
    this.barriers = scenario.draws.map(({ boundary = [] }, draw) => {
      if (boundary.includes('wait') && boundary.includes('invalidate')) last = draw;
      return last;
    });
  }

  /**
   * Whether a difference in final memory can be blamed on the program not requesting coherence: there was a warning for
   * this word or another one at the same location (checking.md, VIS).
   */
  exempts(address: number, owner: number | undefined): boolean {
    if (this.isEverythingExempt || this.exemptWords.has(address)) return true;
    if (owner === undefined) return false;
    const isLaneKey = owner >= this.grid.width * this.grid.height;
    return this.exemptLocations.has(owner) || (isLaneKey && this.exemptLocations.size > 0);
  }

  /** Whether any difference can be blamed on a program not requesting coherence. */
  get hasExemptions(): boolean {
    return this.isEverythingExempt || this.exemptWords.size > 0;
  }

  /**
   * Returns the stores to ordered memory by an interlocked wave that were performed but have not reached L2.
   * Exempts the effects of those whose `isError` is false.
   */
  findLateWrites(wave: WaveRecord): readonly LateWrite[] {
    const stores = this.mayBeStale ? this.storesAboveL2.get(wave) : undefined;
    if (stores === undefined || !wave.facts.interlocked) return [];
    return [...stores].flatMap((flight) => {
      const traits = this.getTraits(flight);
      let coherent = false;
      let isOrdered = !this.ordered.isInferred;
      forEachWord(flight, NO_DATA, ({ address }) => {
        coherent ||= this.image.findWord(address)?.coherent === true;
        isOrdered ||= this.ordered.touchesOrdered(address, WORD_BYTES, traits);
      });
      const isError = coherent || requestsCoherence(this.gfx, flight.issued);
      if (!isError) this.exemptAll(flight);
      return isOrdered ? [{ flight, isError }] : [];
    });
  }

  private getTraits({ wave, issued }: InFlightAccess): AccessTraits {
    const instruction = getInstructionAt(wave.facts.decoded, issued.pc);
    return this.ordered.getTraits(wave.facts, instruction, issued);
  }

  /** The handlers. They are called only if the ledger is active. */
  readonly on: Handlers = {
    'instructions-issued': (t) => {
      const wave = this.waves.find(t.wave);
      if (wave !== undefined) this.invalidations.recordInstructions(wave, t);
    },
    'instructions-repeated': ignoreRepeats,
    'memory-issued': (t) => {
      if (isDataShare(t.space)) return;
      const wave = this.waves.find(t.wave);
      if (wave !== undefined) {
        const freshSince = this.invalidations.freshSince(wave, t);
        this.pendingAccesses.set(t.access, this.pool.create(t, wave, freshSince));
      }
    },
    ...this.fills.on,
    'memory-performed': (t) => {
      const { currentReads } = this;
      currentReads.stale = undefined;
      currentReads.wordCount = 0;
      currentReads.mixedWordCount = 0;
      this.reads.set(t, currentReads);
      const flight = this.pendingAccesses.get(t.access);
      if (flight === undefined) return;
      if (t.data.length === 0) this.recordUnknownData(flight, t);
      else if (flight.issued.operation === 'store') this.recordStore(flight, t);
      else if (flight.issued.operation === 'load') this.recordLoad(flight, t);
      else this.recordAtomic(flight, t);
    },
  };

  private recordLoad(flight: InFlightAccess, t: MemoryPerformed): void {
    const { access, data, level } = t;
    this.close(access, flight);
    // A wave without an interlock is unordered and may see any past value.
    if (!flight.wave.facts.interlocked) return;
    const isCoherent = !this.mayBeStale || requestsCoherence(this.gfx, flight.issued);
    const traits = this.getTraits(flight);
    forEachWord(flight, data, ({ address }, observed, mask, lane) => {
      const word = this.image.findWord(address);
      if (word === undefined) return;
      const { image, index } = word;
      const storedBinding = image.bindings[index];
      const binding = getBinding(flight.issued);
      const isMixed = storedBinding !== undefined && storedBinding !== binding;
      const readers = binding === 'scalar' ? image.coherentScalarReader : image.coherentReader;
      const isOrdered = this.ordered.touchesOrdered(address, WORD_BYTES, traits);
      if (isOrdered) this.currentReads.wordCount++;
      if (isOrdered && isMixed) this.currentReads.mixedWordCount++;
      if (image.unknown[index] !== UNKNOWN.NONE) {
        if (level === 'L2' && mask === -1) this.setKnownValue(word, observed);
        else if (!isMixed && this.predatesOwnAtomic(flight, word, t, address)) {
          const facts = { isError: true, isMixed, isOwn: true };
          this.recordStale({ flight, word: { ...word }, address, lane, observed, level, ...facts });
        } else if (!isCoherent) this.exempt(flight, address, lane);
      } else if (differs(observed, image.newest[index], mask)) {
        const isOwn = !isMixed && missesOwnStore(flight, word, observed, mask);
        if (isOwn || differs(observed, image.l2[index], mask)) {
          const wasRead = readers[index] === flight.wave.order;
          const wasInvalidated = image.reachedL2Cycle[index] < flight.freshSince;
          const isAfterBarrier = this.isAfterBarrier(flight.wave, image.writer[index]);
          const isError = isOwn || isCoherent || wasRead || word.coherent || wasInvalidated || isAfterBarrier;
          const read = { flight, word: { ...word }, address, lane, observed, level, isError, isMixed, isOwn };
          if (isOrdered) this.recordStale(read);
          else if (!isError) this.exempt(flight, address, lane);
        }
      }
      if (isCoherent) readers[index] = flight.wave.order;
    });
  }

  /** Whether all caches were emptied between a write and the draw of a wave, after all waves of earlier draws had ended. */
  private isAfterBarrier({ facts }: WaveRecord, writer: number): boolean {
    const writing = this.waves.findByOrder(writer)?.facts.index;
    return writing !== undefined && writing < this.barriers[facts.index]!;
  }

  /** Whether a cache served the word from a line that it had filled before an atomic by the same wave completed. */
  private predatesOwnAtomic(
    { wave, issued }: InFlightAccess,
    { image, index, object }: Word,
    { level, cache = -1 }: MemoryPerformed,
    address: number,
  ): boolean {
    const changedCycle = image.writtenCycle[index];
    if (image.unknown[index] !== UNKNOWN.ATOMIC || image.writer[index] !== wave.order) return false;
    if (changedCycle >= issued.cycle) return false;
    if (issued.space === 'scalar' || (level !== 'L0' && level !== 'GL1')) return false;
    const fill = this.fills.find(level, cache, object.address, address);
    return fill !== undefined && fill.cycle < changedCycle;
  }

  private recordStale(read: StaleRead): void {
    if (!read.isError) this.exempt(read.flight, read.address, read.lane);
    const { currentReads } = this;
    if (currentReads.stale === undefined || (read.isError && !currentReads.stale.isError))
      currentReads.stale = read;
  }

  private recordStore(flight: InFlightAccess, { access, cycle, data, level }: MemoryPerformed): void {
    const { wave } = flight;
    const reachesL2 = level === 'L2';
    const isFirst = !flight.isAboveL2;
    forEachWord(flight, data, ({ address }, value, mask) => {
      const word = this.image.findWord(address);
      if (word === undefined) return;
      const { image, index } = word;
      if (reachesL2) {
        image.l2[index] = (image.l2[index] & ~mask) | (value & mask);
        image.reachedL2Cycle[index] = cycle;
      }
      if (isFirst) {
        image.newest[index] = (image.newest[index] & ~mask) | (value & mask);
        const previousBits = image.writer[index] === wave.order ? image.writerBits[index] : 0;
        image.writerBits[index] = previousBits | mask;
        image.writer[index] = wave.order;
        image.bindings[index] = getBinding(flight.issued);
        image.writtenCycle[index] = cycle;
        if (image.unknown[index] !== UNKNOWN.NONE)
          image.unknown[index] = reachesL2 && mask === -1 ? UNKNOWN.NONE : UNKNOWN.STORED;
      }
    });
    if (reachesL2) {
      this.close(access, flight);
      this.storesAboveL2.get(wave)?.delete(flight);
      return;
    }
    flight.isAboveL2 = true;
    getOrCreate(this.storesAboveL2, wave, () => new Set<InFlightAccess>()).add(flight);
  }

  /**
   * Records an atomic. The stream does not contain the result, so the words remain unknown until L2 serves a read
   * of them.
   */
  private recordAtomic(flight: InFlightAccess, { access, cycle }: MemoryPerformed): void {
    this.close(access, flight);
    forEachWord(flight, NO_DATA, ({ address }) => {
      const word = this.image.findWord(address);
      if (word === undefined) return;
      const { image, index } = word;
      image.unknown[index] = UNKNOWN.ATOMIC;
      image.writer[index] = flight.wave.order;
      image.writerBits[index] = -1;
      image.writtenCycle[index] = cycle;
      image.reachedL2Cycle[index] = cycle;
      image.bindings[index] = getBinding(flight.issued);
    });
  }

  /** Records an access without data. A load reveals nothing, and a store or atomic leaves an unknown value. */
  private recordUnknownData(flight: InFlightAccess, t: MemoryPerformed): void {
    if (flight.issued.operation === 'load') this.close(t.access, flight);
    else this.recordAtomic(flight, t);
  }

  /** Discards a completed access. */
  private close(access: number, flight: InFlightAccess): void {
    this.pendingAccesses.delete(access);
    this.pool.release(flight);
  }

  private setKnownValue({ image, index }: Word, value: number): void {
    image.unknown[index] = UNKNOWN.NONE;
    image.l2[index] = value;
    image.newest[index] = value;
  }

  private exemptAll(flight: InFlightAccess): void {
    forEachWord(flight, NO_DATA, ({ address }, _value, _mask, lane) => this.exempt(flight, address, lane));
  }

  private exempt({ wave, issued }: InFlightAccess, address: number, lane: number): void {
    if (issued.space === 'scalar') this.isEverythingExempt = true;
    else this.exemptLocations.add(this.grid.getLocation(wave.lanePixels[lane]));
    this.exemptWords.add(address);
  }
}

/** Placeholder for an image that is never read. */
const EMPTY_SCENARIO = { memory: [], ordered: [] };

const NO_DATA = new Int32Array(0);

const WORD_BYTES = 4;

/** Whether a read missed an earlier store by its own wave, which must see it regardless of coherence bits. */
function missesOwnStore(
  { wave, issued }: InFlightAccess,
  { image, index }: Word,
  observed: number,
  mask: number,
): boolean {
  if (image.writer[index] !== wave.order || image.writtenCycle[index] >= issued.cycle) return false;
  return differs(observed, image.newest[index], mask & image.writerBits[index]);
}

function differs(a: number, b: number, mask: number): boolean {
  return ((a ^ b) & mask) !== 0;
}
