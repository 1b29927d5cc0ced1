import { forEachLane } from './access.js';
import type { AccessRecord } from './access-record.js';

/** Performs a store or atomic with `perform`, and returns whether it changed any of the `words` its lanes address. */
export function performAndDetectChange(
  words: Int32Array,
  record: AccessRecord,
  perform: () => void,
): boolean {
  const before = readTouchedWords(words, record);
  perform();
  return readTouchedWords(words, record).some((word, index) => word !== before[index]);
}

function readTouchedWords(words: Int32Array, record: AccessRecord): number[] {
  const { offsets, operation } = record;
  // Include one extra word, because an access may start in the middle of a word.
  const count = Math.max(operation.dwords, (operation.bytes + 3) >> 2) + 1;
  const values: number[] = [];
  forEachLane(record, (lane) => {
    const offset = offsets[lane];
    if (offset < 0) return;
    for (let word = 0; word < count; word++) values.push(words[(offset >> 2) + word] ?? 0);
  });
  return values;
}
