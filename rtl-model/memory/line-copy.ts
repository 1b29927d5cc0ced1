import { assert } from '../kernel/assert.js';
import { clearLane, forEachLane, isBytewise } from './access.js';
import { type AccessRecord, MAX_LANES } from './access-record.js';
import type { LineCache } from './line-cache.js';
import { LINE_BYTES, LINE_SHIFT, LINE_WORD_SHIFT, LINE_WORDS } from './spec.js';

/** Memory that lines are read from, viewed as words and as bytes. */
export interface LineSource {
  readonly words: Int32Array;
  readonly bytes: Uint8Array;
}

/** Clears the data of a load before its lines are copied in. */
export function clearLanes(record: AccessRecord): void {
  forEachLane(record, (lane) => clearLane(record, lane));
}

/** Copies the bytes that a load needs from one line. The line's data starts at word `from` of `source`. */
export function readLine(record: AccessRecord, line: number, source: LineSource, from: number): void {
  const { data, offsets, operation } = record;
  const bytewise = isBytewise(record);
  assert(from + LINE_WORDS <= source.words.length, 'the line is inside its source');
  forEachLane(record, (lane) => {
    const offset = offsets[lane];
    if (offset < 0) return;
    if (bytewise) {
      forEachByte(offset, operation.bytes, line, (i, lineOffset) => {
        data[(i >> 2) * MAX_LANES + lane] |= source.bytes[from * 4 + lineOffset] << ((i & 3) * 8);
      });
      return;
    }
    for (let dword = 0; dword < operation.dwords; dword++) {
      const word = (offset >> 2) + dword;
      if (word >> LINE_WORD_SHIFT === line)
        data[dword * MAX_LANES + lane] = source.words[from + (word & (LINE_WORDS - 1))];
    }
  });
}

/** Copies the bytes that a store writes to one line into a cache slot. */
export function writeLine(record: AccessRecord, line: number, cache: LineCache, slot: number): void {
  assert(cache.getKey(slot) >= 0, 'a store writes to a line that is present');
  const { data, offsets, operation } = record;
  forEachLane(record, (lane) => {
    const offset = offsets[lane];
    if (offset < 0) return;
    forEachByte(offset, operation.bytes, line, (i, lineOffset) => {
      cache.writeByte(slot, lineOffset, data[(i >> 2) * MAX_LANES + lane] >>> ((i & 3) * 8));
    });
  });
}

/**
 * Calls `visit` for each byte of a lane's access that falls in the line, passing its index in the access and its offset
 * in the line.
 */
function forEachByte(
  offset: number,
  bytes: number,
  line: number,
  visit: (i: number, lineOffset: number) => void,
): void {
  for (let i = 0; i < bytes; i++) {
    if ((offset + i) >> LINE_SHIFT === line) visit(i, (offset + i) & (LINE_BYTES - 1));
  }
}
