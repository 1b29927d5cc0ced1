import { expect, test } from 'vitest';
import type { WaveFormed } from '../../../../transactions/index.js';
import type { TestQuad } from '../../support/quad-text.js';
import { type SceneChanges, scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';

const quad = (x: number, primitive: number): TestQuad => ({ x, y: 0, primitive });

/**
 * Returns whether the rule warns if a wave with a quad of primitive 0 at x = 0 is closed for `reason` and followed
 * by `next`.
 */
function warns(reason: WaveFormed['reason'], next: TestQuad, changes: SceneChanges = {}): boolean {
  const stream = new Stream(scene({ ...changes, freedoms: { regionSize: 64, ...changes.freedoms } }));
  stream.form([quad(0, 0)], { reason }).form([next], { reason: 'timeout' });
  return stream.judge().violations.some(({ rule }) => rule === 'PERF-08');
}

/** A scene with break regions of eight pixels. */
const BROKEN_AT_8 = { draw: { registers: { PA_SC_SHADER_CONTROL: 1 << 5 } } };

test('a wave may be closed for an overlap only before a quad of another primitive that shares a pixel', () => {
  expect(warns('overlap', quad(0, 1))).toBe(false);
  expect(warns('overlap', quad(2, 1))).toBe(true);
  expect(warns('overlap', quad(0, 0))).toBe(true);
  expect(warns('timeout', quad(2, 1))).toBe(false);
});

test('a wave may be closed for its region only before a quad in another region', () => {
  expect(warns('region', quad(8, 0), BROKEN_AT_8)).toBe(false);
  expect(warns('region', quad(6, 0), BROKEN_AT_8)).toBe(true);
  expect(warns('region', quad(8, 0))).toBe(true);
});

test('a wave may be closed at the end of a draw only before a quad of another draw', () => {
  expect(warns('draw-end', quad(2, 1))).toBe(true);
});

test('a wave may be closed for a false overlap if the scenario allows false overlaps', () => {
  expect(warns('overlap', quad(2, 1), { freedoms: { falseOverlap: 10 } })).toBe(false);
});
