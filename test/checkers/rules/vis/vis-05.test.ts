import { expect, test } from 'vitest';
import type { ChipName } from '../../../../arch/index.js';
import type { CacheName } from '../../../../transactions/index.js';
import { launchedAt } from '../../support/launched.js';
import { BUFFER } from '../../support/scenes.js';
import { firedRules, Stream } from '../../support/stream.js';
import { invalidatingScene } from './stale-stream.js';

const LINE_BYTES = 128;

/** The cache with a line when the wave invalidates its caches, and what happens to that line. */
interface CacheEvents {
  readonly cache: CacheName;
  /** The cache's index; by default, that of the wave's compute unit or shader array. */
  readonly index?: number;
  /** The byte offset of the invalidating instruction from the first one. */
  readonly instruction?: number;
  readonly leaves?: boolean;
  /** Whether the line is refilled in the same cycle, after the instruction. */
  readonly returns?: boolean;
}

/** Whether the rule fires for a wave on the first SIMD. */
function fires(
  chip: ChipName,
  { cache, index = 0, instruction = 0, leaves = false, returns = false }: CacheEvents,
): boolean {
  const scene = invalidatingScene(chip);
  const stream = new Stream(scene);
  stream.form([{ x: 0, y: 0, primitive: 0 }]);
  stream.add(launchedAt(stream.cycle + 1, 0, 0, { simd: 0 }));
  const access = stream.issue({ wave: 0 });
  const fill = (cycle: number) =>
    stream.add({ kind: 'line-filled', cycle, cache, index, address: BUFFER + LINE_BYTES, access });
  fill(stream.cycle + 1);
  const first = (scene.programs[0].words.length - 1) * 4 - (chip === 'vega10' ? 8 : 16);
  const cycle = stream.cycle + 1;
  stream.add({
    kind: 'instructions-issued',
    cycle,
    wave: 0,
    first: first + instruction,
    last: first + instruction,
  });
  if (leaves)
    stream.add({
      kind: 'line-invalidated',
      cycle,
      cache,
      index,
      address: BUFFER + LINE_BYTES,
      by: 'instruction',
    });
  if (returns) fill(cycle);
  return firedRules(stream.judge()).includes('VIS-05');
}

test("fires for a line that survives its wave's cache invalidation, in each kind of cache", () => {
  expect(fires('vega10', { cache: 'L0' })).toBe(true);
  expect(fires('navi21', { cache: 'GL1' })).toBe(true);
  expect(fires('navi21', { cache: 'L0', instruction: 8 })).toBe(true);
});

test('is silent about a line that leaves, is refilled afterwards, or is in another cache', () => {
  expect(fires('vega10', { cache: 'L0', leaves: true })).toBe(false);
  expect(fires('vega10', { cache: 'L0', leaves: true, returns: true })).toBe(false);
  expect(fires('navi21', { cache: 'L0' })).toBe(false);
  expect(fires('navi21', { cache: 'GL1', instruction: 8 })).toBe(false);
  expect(fires('navi21', { cache: 'GL1', index: 1 })).toBe(false);
});
