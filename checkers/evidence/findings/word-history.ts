import { isDataShare } from '../../../arch/index.js';
import type { MemoryIssued, MemoryPerformed } from '../../../transactions/index.js';
import type { Handlers } from '../basics/handlers.js';
import { formatWord, hasLane } from '../basics/words.js';
import type { Ledgers } from '../facts/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { formatPc, formatWave } from './wording.js';

/**
 * Distance, in elements, between consecutive dwords of the same lane in an access's data. Also the distance between a
 * lane's texels in the address array.
 */
const STRIDE = 64;
const WORD_BYTES = 4;
/** Maximum number of accesses in a history. Only the most recent ones are shown. */
const MAX_STEPS = 24;
/** Size and alignment, in bytes, of the block around a word in which stores to other words are recorded. */
const LINE_BYTES = 128;
const MAX_NEARBY_STORES = 3;

interface WordAccess {
  readonly issued: MemoryIssued;
  /** The wave's record; undefined for background waves. */
  readonly wave: WaveRecord | undefined;
  readonly lane: number;
  /** Index of the data element that contains the word, or -1 if the access covers only part of the word. */
  readonly element: number;
  performedCycle: number | undefined;
  /** The value read or stored; undefined if the stream does not show it. */
  value: number | undefined;
}

/** A store or atomic that was performed. Later accesses are compared with it. */
type Write = WordAccess & { readonly performedCycle: number };

/**
 * The history of a memory word: the accesses to it in the order in which they took effect, the values read and
 * written, and any lost updates.
 *
 * For example, if wave 1 reads the word in cycle 40, wave 0 stores to it in cycle 50 and wave 1 in cycle 60, then the
 * store of wave 0 is lost.
 */
export class WordHistory {
  private readonly accesses: WordAccess[] = [];
  private readonly inFlight = new Map<number, WordAccess>();
  /** Stores to other words in the same block. Listed if no access stored the word's final value. */
  private readonly nearbyStores: WordAccess[] = [];

  /** @param address the address of the word's first byte. */
  constructor(
    private readonly ledgers: Ledgers,
    readonly address: number,
  ) {}

  readonly on: Handlers = {
    'memory-issued': (t) => {
      if (isDataShare(t.space)) return;
      const access = this.findAccess(t, this.address, WORD_BYTES);
      const line = this.address - (this.address % LINE_BYTES);
      const touched = access ?? (t.operation === 'store' ? this.findAccess(t, line, LINE_BYTES) : undefined);
      if (touched === undefined) return;
      (access === undefined ? this.nearbyStores : this.accesses).push(touched);
      this.inFlight.set(t.access, touched);
    },
    'memory-performed': (t) => {
      const access = this.inFlight.get(t.access);
      if (access !== undefined) recordPerformed(access, t);
    },
  };

  /**
   * Returns the steps, oldest first, for a word whose final value is `observed`. Also lists the waves in
   * `coveringWaves` that never wrote the word.
   */
  getSteps(observed: number, coveringWaves: readonly WaveRecord[] = []): string[] {
    const sortedAccesses = [...this.accesses].sort((a, b) => getTime(a) - getTime(b));
    const hidden = Math.max(0, sortedAccesses.length - MAX_STEPS);
    const visibleSteps = sortedAccesses
      .slice(hidden)
      .map((access, index) => this.formatStep(access, sortedAccesses.slice(0, hidden + index)));
    const writes = sortedAccesses.filter(isWrite);
    const last = writes.at(-1);
    const nonWriters = coveringWaves.filter((wave) => !writes.some((write) => write.wave === wave));
    return [
      ...(hidden > 0 ? [`${hidden} earlier accesses to the word are omitted`] : []),
      ...visibleSteps,
      ...nonWriters.map((wave) => `${formatWave(wave)} covers the pixel but never stores to the word`),
      ...(last?.value !== undefined && last.value !== observed
        ? [
            ...this.describeNearbyStores(last.performedCycle),
            `the final value of the word is ${formatWord(observed)}, but the last store wrote ${formatWord(last.value)}`,
          ]
        : []),
    ];
  }

  /** Describes the first few stores near the word that took effect after the last store to it. */
  private describeNearbyStores(since: number): string[] {
    const later = this.nearbyStores.filter(({ performedCycle = since }) => performedCycle > since);
    return later.slice(0, MAX_NEARBY_STORES).map((access) => {
      const name = this.getName(access);
      return `cycle ${access.performedCycle}: ${name} stores near the word, in its ${LINE_BYTES}-byte block`;
    });
  }

  /**
   * Returns a record for the first lane of an access that touches any of the `size` bytes starting at `from`, or
   * undefined if no lane touches them.
   */
  private findAccess(issued: MemoryIssued, from: number, size: number): WordAccess | undefined {
    const { bytes, lanesLo, lanesHi, addresses } = issued;
    for (let index = 0; index < addresses.length; index++) {
      const lane = index % STRIDE;
      const first = addresses[index]!;
      if (first < 0 || !hasLane(lanesLo, lanesHi, lane)) continue;
      if (first + bytes <= from || first >= from + size) continue;
      const offset = this.address - first;
      const coversWord = offset >= 0 && offset % WORD_BYTES === 0 && offset + WORD_BYTES <= bytes;
      return {
        issued,
        wave: this.ledgers.waves.find(issued.wave),
        lane,
        element: coversWord ? (offset / WORD_BYTES) * STRIDE + index : -1,
        performedCycle: undefined,
        value: undefined,
      };
    }
    return undefined;
  }

  private formatStep(access: WordAccess, earlier: readonly WordAccess[]): string {
    const { issued, performedCycle, value, lane, wave } = access;
    const { operation, pc } = issued;
    const name = this.getName(access);
    const location = wave === undefined ? '' : ` at ${formatPc(this.ledgers, wave, pc)}`;
    if (performedCycle === undefined)
      return `cycle ${issued.cycle}: ${name} issues ${operation === 'atomic' ? 'an' : 'a'} ${operation} in lane ${lane}${location}, which never takes effect`;
    const formattedValue = value === undefined || operation === 'atomic' ? '' : ` ${formatWord(value)}`;
    const verb = { load: 'reads', store: 'stores', atomic: 'updates the word' }[operation];
    return `cycle ${performedCycle}: ${name} ${verb}${formattedValue} in lane ${lane}${location}${this.describeError(access, earlier)}`;
  }

  /** Describes what an access did wrong given the earlier ones, or returns an empty string. */
  private describeError(access: WordAccess, earlier: readonly WordAccess[]): string {
    const { wave: number, operation } = access.issued;
    const otherWrites = earlier.filter(isWrite).filter(({ issued }) => issued.wave !== number);
    const otherWrite = otherWrites.at(-1);
    if (otherWrite === undefined) return '';
    const stored = `the value that ${this.getName(otherWrite)} stored in cycle ${otherWrite.performedCycle}`;
    if (operation === 'load') {
      const isNewest = earlier.filter(isWrite).at(-1) === otherWrite;
      const isStale = isNewest && isKnown(access) && isKnown(otherWrite) && access.value !== otherWrite.value;
      return isStale ? `, not ${stored}` : '';
    }
    if (operation === 'atomic') return '';
    const read = earlier.findLast(({ issued }) => issued.wave === number && issued.operation === 'load');
    if (read !== undefined && getTime(read) < otherWrite.performedCycle)
      return `, overwriting ${stored}: this wave had already read the word in cycle ${getTime(read)}`;
    const isEarlier = (access.wave?.order ?? 0) < (otherWrite.wave?.order ?? -1);
    return isEarlier ? `, overwriting ${stored}, although that wave comes later in primitive order` : '';
  }

  private getName({ wave, issued }: WordAccess): string {
    return wave === undefined ? `background wave ${issued.wave}` : formatWave(wave);
  }
}

function recordPerformed(access: WordAccess, { cycle, data }: MemoryPerformed): void {
  access.performedCycle = cycle;
  if (access.element >= 0 && access.element < data.length) access.value = data[access.element]!;
}

function getTime({ performedCycle, issued }: WordAccess): number {
  return performedCycle ?? issued.cycle;
}

function isWrite(access: WordAccess): access is Write {
  return access.issued.operation !== 'load' && access.performedCycle !== undefined;
}

function isKnown({ value }: WordAccess): boolean {
  return value !== undefined;
}
