import { COVERAGE_MODEL, type CoverageData, type GroupCounts } from '../../../../coverage/index.js';

/** Creates coverage of the entire model, from a run of two tests. Bin b of each covergroup has `getHits(b)` hits. */
export function createFilledCoverage(
  getHits: (bin: number) => number = (bin) => (bin * 7) % 5,
  run = 'smoke@0x1 *',
): CoverageData {
  const groups = COVERAGE_MODEL.groups.map(({ compiled }): GroupCounts => {
    const hits = Float64Array.from(compiled.bins, (_, bin) => getHits(bin));
    const noHits = Float64Array.from(compiled.bins, () => 0);
    return {
      name: compiled.definition.name,
      hash: compiled.hash,
      passed: {
        hits,
        tests: Uint32Array.from(hits, (count) => Math.min(count, 2)),
        first: Int32Array.from(hits, (count) => (count > 0 ? 0 : -1)),
      },
      failed: { hits: noHits, tests: Uint32Array.from(noHits), first: Int32Array.from(noHits, () => -1) },
    };
  });
  return { format: 1, parts: [{ run, tests: [0, 1], failed: [], names: [[0, 'rmw_buffer.0']], groups }] };
}
