import type { WaveFormed } from '../../../../transactions/index.js';
import { type SceneChanges, scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';
import type { TestQuad } from '../../support/test-quads.js';

const quad = (x: number, primitive: number): TestQuad => ({ x, y: 0, primitive });

/**
 * Forms a wave with one quad (primitive 0, x = 0), closes it for `reason`, and starts the next wave with `next`.
 * Returns whether PERF-08 warns.
 */
function warns(reason: WaveFormed['reason'], next: TestQuad, changes: SceneChanges = {}): boolean {
  const stream = new Stream(scene({ ...changes, freedoms: { regionSize: 64, ...changes.freedoms } }));
  stream.form([quad(0, 0)], { reason }).form([next], { reason: 'timeout' });
  return stream.judge().violations.some(({ rule }) => rule === 'PERF-08');
}

/** Scene changes that set break regions of eight pixels. */
const BREAK_AT_8 = { draw: { registers: { PA_SC_SHADER_CONTROL: 1 << 5 } } };

test("a wave may be closed for an overlap only before a different primitive's quad at the same pixel", () => {
  expect(warns('overlap', quad(0, 1))).toBe(false);
  expect(warns('overlap', quad(2, 1))).toBe(true);
  expect(warns('overlap', quad(0, 0))).toBe(true);
  expect(warns('timeout', quad(2, 1))).toBe(false);
});

test('a wave may be closed at a region boundary only if the next quad is in a different region', () => {
  expect(warns('region', quad(8, 0), BREAK_AT_8)).toBe(false);
  expect(warns('region', quad(6, 0), BREAK_AT_8)).toBe(true);
  expect(warns('region', quad(8, 0))).toBe(true);
});

test('a wave may be closed at the end of a draw only if the next quad is from a different draw', () => {
  expect(warns('draw-end', quad(2, 1))).toBe(true);
});

test('a wave may be closed for a false overlap if the scenario allows false overlaps', () => {
  expect(warns('overlap', quad(2, 1), { freedoms: { falseOverlap: 10 } })).toBe(false);
});
