import { COVERAGE_MODEL, type CoverageData, type GroupCounts } from '../../../../coverage/index.js';

/** Returns coverage of the entire model from a run of two tests, with `hitsFor(b)` hits in bin b of each covergroup. */
export function createFilledCoverage(
  hitsFor: (bin: number) => number = (bin) => (bin * 7) % 5,
  run = 'smoke@0x1 *',
): CoverageData {
  const groups = COVERAGE_MODEL.groups.map(({ compiled }): GroupCounts => {
    const hits = Float64Array.from(compiled.bins, (_, bin) => hitsFor(bin));
    const none = Float64Array.from(compiled.bins, () => 0);
    return {
      name: compiled.definition.name,
      hash: compiled.hash,
      passed: {
        hits,
        tests: Uint32Array.from(hits, (count) => Math.min(count, 2)),
        first: Int32Array.from(hits, (count) => (count > 0 ? 0 : -1)),
      },
      failed: { hits: none, tests: Uint32Array.from(none), first: Int32Array.from(none, () => -1) },
    };
  });
  return { format: 1, parts: [{ run, tests: [0, 1], failed: [], names: [[0, 'rmw_buffer.0']], groups }] };
}
