import type { ExportOperation, WaveState } from '../../arch/index.js';
import { assert } from '../kernel/assert.js';

/** Maximum number of source registers per export. */
const SOURCES = 4;

/** An export on the bus, valid only during the callback. */
export interface DrivenExport {
  readonly operation: ExportOperation;
  /** The low half of EXEC. */
  readonly lanesLo: number;
  /** The high half of EXEC. */
  readonly lanesHi: number;
  /** `data[word * lanes + lane]`, or empty if no source is enabled. */
  readonly data: Int32Array;
}

/** Allocates a buffer for the data of one export. */
export function makeExportData(lanes: number): Int32Array {
  return new Int32Array(SOURCES * lanes);
}

/** Copies the registers of an export's enabled sources into `data`, word by word, as `data[word * lanes + lane]`. */
export function readExport({ lanes, v }: WaveState, operation: ExportOperation, data: Int32Array): void {
  assert(data.length === 0 || data.length === SOURCES * lanes, 'the buffer holds all sources or none');
  for (let word = 0; word < SOURCES; word++) {
    const to = word * lanes;
    if (readsSource(operation, word)) {
      const from = operation.sources[word] * lanes;
      assert(from + lanes <= v.length, 'an export source is inside the register file');
      for (let lane = 0; lane < lanes; lane++) data[to + lane] = v[from + lane];
    } else {
      data.fill(0, to, to + lanes);
    }
  }
}

/** Whether an export reads source `word`. Compressed exports pack two channels into each of the first two sources. */
export function readsSource(
  { enabled, compressed }: Pick<ExportOperation, 'enabled' | 'compressed'>,
  word: number,
): boolean {
  if (!compressed) return ((enabled >>> word) & 1) !== 0;
  return ((enabled >>> (2 * word)) & 3) !== 0;
}
