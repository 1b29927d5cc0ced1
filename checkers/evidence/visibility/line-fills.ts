import type { CacheName, LineFilled } from '../../../transactions/index.js';
import type { Handlers } from '../basics/handlers.js';

/** Number of bytes in a cache line (P-043). */
const LINE_BYTES = 128;

/**
 * Records when each cache last filled each line. This shows whether a line is older than an atomic, and how
 * long a line had been stale when it was read.
 */
export class LineFills {
  /** The last fill of each line, by cache number and line address. */
  private readonly fills: Readonly<Record<CacheName, Map<number, LineFilled>[]>> = {
    L0: [],
    GL1: [],
    scalar: [],
  };

  /**
   * Returns the last fill of the line that contains an address, or undefined if it is unknown. Lines are aligned
   * to the object's first byte.
   */
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
