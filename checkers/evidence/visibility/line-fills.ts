import type { CacheName, LineFilled } from '../../../transactions/index.js';
import type { Handlers } from '../basics/handlers.js';

/** Bytes of a cache line (P-043). */
const LINE_BYTES = 128;

/** When each cache last filled each line: shows whether a line is older than an atomic, and since when a read line is stale. */
export class LineFills {
  /** By number of the cache, then by address of the line. */
  private readonly fills: Readonly<Record<CacheName, Map<number, LineFilled>[]>> = {
    L0: [],
    GL1: [],
    scalar: [],
  };

  /** The last fill of the line with an address, where lines start at the object's first byte; undefined if unknown. */
  find(cache: CacheName, index: number, objectStart: number, address: number): LineFilled | undefined {
    const line = objectStart + Math.floor((address - objectStart) / LINE_BYTES) * LINE_BYTES;
    return this.fills[cache][index]?.get(line);
  }

  readonly on: Handlers = {
    'line-filled': (t) => {
      const cacheFills = this.fills[t.cache];
      cacheFills[t.index] ??= new Map();
      cacheFills[t.index].set(t.address, t);
    },
  };
}
