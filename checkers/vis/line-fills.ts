import type { CacheName, LineFilled } from '../../transactions/index.js';
import type { Handlers } from '../basics/handlers.js';

/** Bytes of a cache line (P-043). */
const LINE_BYTES = 128;

/** When each cache last got each line, for the witness of a stale read. */
export class LineFills {
  private readonly fills = new Map<string, LineFilled>();

  /** The fill of the line that holds an address, counted from the first byte of its object; undefined when unknown. */
  find(cache: CacheName, index: number, objectStart: number, address: number): LineFilled | undefined {
    const line = objectStart + Math.floor((address - objectStart) / LINE_BYTES) * LINE_BYTES;
    return this.fills.get(keyOf(cache, index, line));
  }

  readonly on: Handlers = {
    'line-filled': (t) => {
      this.fills.set(keyOf(t.cache, t.index, t.address), t);
    },
  };
}

function keyOf(cache: CacheName, index: number, line: number): string {
  return `${cache} ${index} ${line}`;
}
