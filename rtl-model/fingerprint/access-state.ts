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
  walk.addWave(record.wave);
  hash.addWord(record.instruction.index);
  for (const value of [operation.access, operation.space, operation.counter, record.fault])
    hash.addText(value);
  for (const value of [operation.bytes, operation.dwords, record.pendingEvents, lanesLo, lanesHi])
    hash.addWord(value);
  walk.addValue(record.replayed);
  hash.addWord(record.dirtyLines);
  const hasData = operation.access !== 'load' || record.pendingEvents < 2;
  if (texels !== undefined) {
    walk.addValue(texels);
    hash.addNumbers(record.addresses);
    hash.addWords(record.offsets);
    if (hasData) hash.addWords(record.data);
    return;
  }
  for (let lane = 0; lane < MAX_LANES; lane++) {
    const half = lane < HALF_LANES ? lanesLo : lanesHi;
    if (((half >>> (lane % HALF_LANES)) & 1) === 0) continue;
    hash.addNumber(record.addresses[lane]!);
    hash.addWord(record.offsets[lane]!);
    for (let dword = 0; hasData && dword < operation.dwords; dword++)
      hash.addWord(record.data[dword * MAX_LANES + lane]!);
  }
}
