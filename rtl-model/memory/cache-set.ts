import type { CacheName } from '../../arch/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { assert } from '../kernel/assert.js';
import { countCus, findShaderArray } from '../placement.js';
import type { Wave } from '../wave.js';
import type { AccessRecord } from './access-record.js';
import type { AddressMap } from './address-map.js';
import { type CacheLevel, LineCache } from './line-cache.js';
import type { CLEAN_MEMORY } from './policy.js';
import { GL1_BYTES, L0_BYTES, LINE_BYTES, LINE_SHIFT, SCALAR_BYTES, WAYS } from './spec.js';

/** A line in a cache, identified by its slot. */
export interface LineSlot {
  readonly cache: LineCache;
  readonly slot: number;
}

/** Number of slots per L0, used to compute event indices. */
const L0_SLOTS = L0_BYTES / LINE_BYTES;

/** All caches of the modelled engine. Each is created on first use. */
export class CacheSet {
  readonly hasGl1: boolean;
  private readonly l0s: (LineCache | undefined)[] = [];
  private readonly gl1s: (LineCache | undefined)[] = [];
  private readonly scalars: (LineCache | undefined)[] = [];
  private readonly chooseWay: (ways: number) => number;

  constructor(
    private readonly context: DeviceContext,
    private readonly map: AddressMap,
    private readonly outputs: typeof CLEAN_MEMORY,
    private readonly evict: (line: LineSlot) => void,
  ) {
    this.hasGl1 = context.facts.hasGl1;
    this.chooseWay = (ways) => context.choices.choose(CHOICE.CACHE_VICTIM, ways);
  }

  /**
   * Returns the nearest cache, which is the first one that the access reaches: the L0 of the wave's compute unit, or,
   * for scalar loads, the scalar cache of its work-group processor (P-095).
   */
  firstFor({ wave, operation }: AccessRecord): LineCache {
    const { cu, wgp } = wave.place;
    if (operation.space === 'scalar') return this.getCache(this.scalars, 'scalar', wgp, SCALAR_BYTES);
    return this.getCache(this.l0s, 'L0', this.outputs.getUnit(cu), L0_BYTES);
  }

  /** Returns the GL1 of the wave's shader array (P-008, P-098). */
  gl1For({ wave }: AccessRecord): LineCache {
    return this.getGl1(wave.place.shaderArray);
  }

  /**
   * Returns the GL1 that an L0 writes to. Takes the L0 rather than a wave, because the waves that wrote the data may
   * have ended by now.
   */
  gl1ForL0({ index }: LineCache): LineCache {
    return this.getGl1(findShaderArray(this.context.chip, index));
  }

  /** Returns a wave's cache of the given kind, if it has ever been used. Instruction caches are not included. */
  findWaveCache({ place: { cu, wgp, shaderArray } }: Wave, kind: CacheName): LineCache | undefined {
    if (kind === 'l0') return this.l0s[cu];
    if (kind === 'gl1') return this.gl1s[shaderArray];
    return kind === 'scalar' ? this.scalars[wgp] : undefined;
  }

  /** All caches by level, nearest first; undefined where one has never been used. */
  get all(): readonly (LineCache | undefined)[] {
    return [...this.l0s, ...this.scalars, ...this.gl1s];
  }

  /** Returns the key of a line in the nearest cache. */
  getKey({ operation }: AccessRecord, line: number): number {
    return this.outputs.getKey(operation, line, this.map.lineCount);
  }

  /** Returns the line in the window with the given key. */
  lineFromKey(key: number): number {
    return key % this.map.lineCount;
  }

  /** Fills a line from the words of `source`, starting at word `from`. */
  fill(
    cache: LineCache,
    key: number,
    source: { readonly words: Int32Array },
    from: number,
    { access }: AccessRecord,
  ): void {
    const slot = cache.chooseSlot(key);
    if (cache.getKey(slot) >= 0) this.evict({ cache, slot });
    assert(cache.getKey(slot) < 0, "the slot's previous line was evicted");
    cache.insert(slot, key, source.words, from);
    const { sink, now } = this.context;
    if (sink) {
      const { level, index } = cache;
      const address = this.map.addressAt(this.lineFromKey(key) << LINE_SHIFT);
      sink({ kind: 'line-filled', cycle: now, cache: level, index, address, access });
    }
  }

  /** Returns the index of the event for a line in an L0. */
  getEventIndex({ index, level }: LineCache, slot: number): number {
    assert(level === 'L0', 'only L0 holds dirty bytes');
    assert(slot >= 0 && slot < L0_SLOTS, 'the slot is within its cache');
    return index * L0_SLOTS + slot;
  }

  /** Returns the line that an event index refers to. */
  findEventLine(index: number): LineSlot {
    const cache = this.l0s[Math.floor(index / L0_SLOTS)];
    assert(cache !== undefined, "the event's cache is in use");
    return { cache, slot: index % L0_SLOTS };
  }

  /** Returns the number of sets in a cache of the given size, which the `cacheSets` knob can lower. */
  private countSets(bytes: number): number {
    const sets = bytes / LINE_BYTES / WAYS;
    return this.outputs.getSetCount(Math.min(sets, this.context.freedoms.cacheSets || sets));
  }

  private getGl1(shaderArray: number): LineCache {
    return this.getCache(this.gl1s, 'GL1', shaderArray, GL1_BYTES);
  }

  private getCache(
    caches: (LineCache | undefined)[],
    level: CacheLevel,
    index: number,
    bytes: number,
  ): LineCache {
    assert(Number.isInteger(index) && index < countCus(this.context.chip), 'the cache exists in this engine');
    if (caches[index] === undefined) {
      const keys = this.outputs.getKeyCount(this.map.lineCount);
      const sets = this.countSets(bytes);
      caches[index] = new LineCache(level, index, sets, keys, this.chooseWay, this.context.memory);
    }
    return caches[index];
  }
}
