import { type AccessRecord, MAX_LANES } from '../memory/access-record.js';
import type { Walk } from './field-rule.js';

/** The number of lanes in one half of an execution mask. */
const HALF_LANES = 32;

/**
 * Hashes an outstanding access: its wave and instruction, and the request and data of each active lane. A load's data
 * is stale until the load has been performed, and is skipped until then.
 */
export function writeAccess(record: AccessRecord, walk: Walk): void {
  const { hash } = walk;
  const { operation, lanesLo, lanesHi, texels } = record;
  walk.wave(record.wave);
  hash.word(record.instruction.index);
  for (const value of [operation.access, operation.space, operation.counter, record.fault]) hash.text(value);
  for (const value of [operation.bytes, operation.dwords, record.pendingEvents, lanesLo, lanesHi])
    hash.word(value);
  walk.value(record.replayed);
  hash.word(record.dirtyLines);
  const hasData = operation.access !== 'load' || record.pendingEvents < 2;
  if (texels !== undefined) {
    walk.value(texels);
    hash.numbers(record.addresses);
    hash.words(record.offsets);
    if (hasData) hash.words(record.data);
    return;
  }
  for (let lane = 0; lane < MAX_LANES; lane++) {
    const half = lane < HALF_LANES ? lanesLo : lanesHi;
    if (((half >>> (lane % HALF_LANES)) & 1) === 0) continue;
    hash.number(record.addresses[lane]!);
    hash.word(record.offsets[lane]!);
    for (let dword = 0; hasData && dword < operation.dwords; dword++)
      hash.word(record.data[dword * MAX_LANES + lane]!);
  }
}
