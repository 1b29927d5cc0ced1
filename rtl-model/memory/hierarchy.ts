import type { CacheName } from '../../arch/index.js';
import type { LineInvalidated } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { makeEvent, UNIT } from '../context.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';
import { performOnWindow } from './access.js';
import type { AccessRecord } from './access-record.js';
import type { AddressMap } from './address-map.js';
import { CacheSet } from './cache-set.js';
import type { LineCache } from './line-cache.js';
import { clearLanes, type LineSource, readLine, writeLine } from './line-copy.js';
import type { CachePath, CLEAN_MEMORY } from './policy.js';
import { LINE_SHIFT, LINE_WORDS } from './spec.js';

/** The level at which an access is served. Farther levels have higher numbers. */
export const LEVEL = { L0: 0, GL1: 1, L2: 2 } as const;

/** The data of a line, and the level at which it was found. */
interface LineLocation {
  source: LineSource;
  from: number;
  level: number;
}

/** Called when all bytes of a store that completed in L0 have reached GL2. */
export type StoreListener = (record: AccessRecord) => void;

/**
 * Caches whose data may be stale. No cache snoops stores made elsewhere, so a line keeps its contents until a
 * coherent access evicts it (S-100, S-102, S-105).
 */
export class CacheHierarchy {
  readonly caches: CacheSet;
  private readonly location: LineLocation;

  constructor(
    private readonly context: DeviceContext,
    private readonly map: AddressMap,
    private readonly outputs: typeof CLEAN_MEMORY,
    private readonly onStoreReachedL2: StoreListener,
  ) {
    this.caches = new CacheSet(context, map, outputs, (slot) =>
      this.evict(slot.cache, slot.slot, 'eviction'),
    );
    this.location = { source: map, from: 0, level: LEVEL.L2 };
    context.inject(this);
  }

  /** Returns the farthest level that the access would reach if performed now, which determines its latency. */
  findLevel(record: AccessRecord): number {
    if (this.staysInL0(record)) return LEVEL.L0;
    if (record.operation.access !== 'load') return LEVEL.L2;
    const path = this.getPath(record);
    let level: number = LEVEL.L0;
    for (let i = 0; i < record.lineCount && level < LEVEL.L2; i++) {
      const line = record.lines[i];
      if (path.nearest && this.caches.firstFor(record).find(this.caches.getKey(record, line)) >= 0) continue;
      const hitsGl1 = this.caches.hasGl1 && path.gl1 && this.caches.gl1For(record).find(line) >= 0;
      level = hitsGl1 ? LEVEL.GL1 : LEVEL.L2;
    }
    return level;
  }

  /** Performs an access now and returns the nearest level that served any part of it. */
  perform(record: AccessRecord): number {
    if (record.lineCount > 0 && this.staysInL0(record)) return this.storeInL0(record);
    if (record.operation.access === 'load') return this.load(record);
    for (let i = 0; i < record.lineCount; i++) this.writeThrough(record, record.lines[i]);
    performOnWindow(this.map, record);
    return LEVEL.L2;
  }

  /**
   * Handles a `WRITE_BACK` event: writes a line's dirty bytes from L0 to GL2, if they have not been written back
   * yet.
   */
  writeBack(index: number): void {
    const { cache, slot } = this.caches.findEventLine(index);
    this.flush(cache, slot);
  }

  /** Invalidates a wave's caches of the given kinds, after writing their dirty bytes to GL2. */
  invalidate(wave: Wave, kinds: readonly CacheName[]): void {
    for (const kind of kinds) this.empty(this.caches.findWaveCache(wave, kind));
  }

  /** Invalidates all caches, after writing their dirty bytes to GL2. */
  invalidateAll(): void {
    for (const cache of this.caches.all) this.empty(cache);
  }

  private empty(cache: LineCache | undefined): void {
    cache?.forEachLine((slot) => this.evict(cache, slot, 'instruction'));
  }

  private staysInL0(record: AccessRecord): boolean {
    return (
      record.operation.writesBack !== true &&
      this.outputs.staysInL0(this.context.gfx, record, this.context.freedoms)
    );
  }

  private getPath({ operation }: AccessRecord): CachePath {
    return this.outputs.getPath(this.context.gfx, operation, this.context.freedoms);
  }

  private load(record: AccessRecord): number {
    const path = this.getPath(record);
    let nearest: number = LEVEL.L2;
    clearLanes(record);
    for (let i = 0; i < record.lineCount; i++) {
      const line = record.lines[i];
      const { source, from, level } = this.fetch(record, line, path);
      readLine(record, line, source, from);
      if (level < nearest) nearest = level;
    }
    return nearest;
  }

  /**
   * Fetches a line into the nearest cache that the path allows. A streaming access only reads the line. The
   * result is only valid until the next call.
   */
  private fetch(record: AccessRecord, line: number, path: CachePath): LineLocation {
    const { caches, location, map } = this;
    const first = caches.firstFor(record);
    const key = caches.getKey(record, line);
    const slot = first.find(key);
    if (path.nearest && slot >= 0) return this.serve(first, slot, LEVEL.L0, path.streamsNearest);
    if (!path.nearest && slot >= 0) this.evictForBypass(first, slot);
    location.source = map;
    location.from = line * LINE_WORDS;
    location.level = LEVEL.L2;
    if (caches.hasGl1) this.fetchGl1(record, line, path);
    if (path.nearest && !path.streamsNearest) caches.fill(first, key, location.source, location.from, record);
    return location;
  }

  /** Serves a line from a cache. The data stays valid for this access even if the line is evicted. */
  private serve(cache: LineCache, slot: number, level: number, streams: boolean): LineLocation {
    assert(cache.getKey(slot) >= 0, 'a line found in a cache is present');
    this.location.source = cache;
    this.location.from = slot * LINE_WORDS;
    this.location.level = level;
    if (streams) this.evict(cache, slot, 'stream');
    return this.location;
  }

  private fetchGl1(record: AccessRecord, line: number, path: CachePath): void {
    const { caches, map } = this;
    const gl1 = caches.gl1For(record);
    const slot = gl1.find(line);
    if (path.gl1 && slot >= 0) this.serve(gl1, slot, LEVEL.GL1, path.streamsGl1);
    else if (path.gl1 && !path.streamsGl1) caches.fill(gl1, line, map, line * LINE_WORDS, record);
    else if (slot >= 0) this.evictForBypass(gl1, slot);
  }

  /**
   * Completes a store in L0. The bytes of each line are written to GL2 later, or right away if another line of the
   * same store evicts it.
   */
  private storeInL0(record: AccessRecord): number {
    const { caches } = this;
    this.beginDirtyStore(record);
    const path = { nearest: true, gl1: caches.hasGl1, streamsNearest: false, streamsGl1: false };
    const l0 = caches.firstFor(record);
    for (let i = 0; i < record.lineCount; i++) {
      const line = record.lines[i];
      this.fetch(record, line, path);
      this.addDirtyBytes(record, line, l0, l0.find(caches.getKey(record, line)));
    }
    return LEVEL.L0;
  }

  private beginDirtyStore(record: AccessRecord): void {
    assert(record.dirtyLines === 0, 'a store completes in a cache only once');
    record.pendingEvents++;
    record.dirtyLines = record.lineCount;
  }

  /** Writes a store's bytes to a cache line. The first store to dirty the line schedules its write-back. */
  private addDirtyBytes(record: AccessRecord, line: number, cache: LineCache, slot: number): void {
    const { caches, context } = this;
    assert(slot >= 0, 'the line is in the cache');
    writeLine(record, line, cache, slot);
    const writers = cache.writers[slot];
    if (writers === undefined) {
      cache.writers[slot] = [record];
      const delay = context.latency(CHOICE.WRITE_BACK_LATENCY, context.freedoms.writeBackLatency);
      context.wheel.schedule(delay, makeEvent(UNIT.WRITE_BACK, caches.getEventIndex(cache, slot)));
    } else writers.push(record);
  }

  /** For a store or atomic that writes through to GL2: evicts the line from every cache on its path. */
  private writeThrough(record: AccessRecord, line: number): void {
    const { caches } = this;
    this.evictForStore(caches.firstFor(record), caches.getKey(record, line));
    if (caches.hasGl1) this.evictForStore(caches.gl1For(record), line);
  }

  /** Evicts a line from a cache that a store passes through, if it is present. */
  evictForStore(cache: LineCache, key: number): void {
    const slot = cache.find(key);
    if (slot >= 0) this.evict(cache, slot, 'store');
  }

  /** Evicts a line from a cache that a load bypasses. */
  evictForBypass(cache: LineCache, slot: number): void {
    this.evict(cache, slot, 'bypass');
  }

  private evict(cache: LineCache, slot: number, reason: LineInvalidated['by']): void {
    this.flush(cache, slot);
    const { sink, now } = this.context;
    if (sink) {
      const { level, index } = cache;
      const address = this.map.addressAt(this.caches.lineFromKey(cache.getKey(slot)) << LINE_SHIFT);
      sink({ kind: 'line-invalidated', cycle: now, cache: level, index, address, by: reason });
    }
    assert(cache.writers[slot] === undefined, 'an evicted line has been written back');
    cache.remove(slot);
  }

  private flush(cache: LineCache, slot: number): void {
    const writers = cache.writers[slot];
    if (writers === undefined) return;
    assert(cache.getKey(slot) >= 0, 'only an occupied slot has bytes to write back');
    cache.writers[slot] = undefined;
    this.context.noteChange();
    const line = this.caches.lineFromKey(cache.getKey(slot));
    // The copy in GL1 is about to become stale.
    if (this.caches.hasGl1 && cache.level === 'L0') this.evictForStore(this.caches.gl1ForL0(cache), line);
    cache.writeBack(slot, this.map.bytes, line << LINE_SHIFT);
    for (const record of writers) {
      assert(record.dirtyLines > 0, 'a line is written back once per store');
      assert(record.pendingEvents > 0, 'the store is still tracked');
      if (--record.dirtyLines === 0) this.onStoreReachedL2(record);
    }
  }
}
