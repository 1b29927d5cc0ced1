import type { ChipName } from '../../../../arch/index.js';
import type { CacheName } from '../../../../transactions/index.js';
import { makeLaunch } from '../../support/launches.js';
import { BUFFER } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';
import { createInvalidatingScene } from './stale-stream.js';

const LINE_BYTES = 128;

interface CacheEvents {
  readonly cache: CacheName;
  /** The index of the cache. Default: the cache of the wave's compute unit or shader array. */
  readonly index?: number;
  /** The byte offset of the invalidating instruction from the first one. */
  readonly instruction?: number;
  readonly isRemoved?: boolean;
  /** Whether the line is refilled in the same cycle, after the instruction. */
  readonly isRefilled?: boolean;
}

/** Returns whether VIS-05 fires for a wave on the first SIMD. */
function fires(
  chip: ChipName,
  { cache, index = 0, instruction = 0, isRemoved = false, isRefilled = false }: CacheEvents,
): boolean {
  const scene = createInvalidatingScene(chip);
  const stream = new Stream(scene);
  stream.form([{ x: 0, y: 0, primitive: 0 }]);
  stream.add(makeLaunch(stream.cycle + 1, 0, 0, { simd: 0 }));
  const access = stream.issue({ wave: 0 });
  const fill = (cycle: number) =>
    stream.add({ kind: 'line-filled', cycle, cache, index, address: BUFFER + LINE_BYTES, access });
  fill(stream.cycle + 1);
  const start = (scene.programs[0].words.length - 1) * 4 - (chip === 'vega10' ? 8 : 16);
  const cycle = stream.cycle + 1;
  stream.add({
    kind: 'instructions-issued',
    cycle,
    wave: 0,
    first: start + instruction,
    last: start + instruction,
  });
  if (isRemoved)
    stream.add({
      kind: 'line-invalidated',
      cycle,
      cache,
      index,
      address: BUFFER + LINE_BYTES,
      by: 'instruction',
    });
  if (isRefilled) fill(cycle);
  return listFiredRules(stream.judge()).includes('VIS-05');
}

test("fires for a line that survives a wave's cache invalidation, in each kind of cache", () => {
  expect(fires('vega10', { cache: 'L0' })).toBe(true);
  expect(fires('navi21', { cache: 'GL1' })).toBe(true);
  expect(fires('navi21', { cache: 'L0', instruction: 8 })).toBe(true);
});

test('does not fire for a line that is removed, is refilled afterwards, or is in a different cache', () => {
  expect(fires('vega10', { cache: 'L0', isRemoved: true })).toBe(false);
  expect(fires('vega10', { cache: 'L0', isRemoved: true, isRefilled: true })).toBe(false);
  expect(fires('navi21', { cache: 'L0' })).toBe(false);
  expect(fires('navi21', { cache: 'GL1', instruction: 8 })).toBe(false);
  expect(fires('navi21', { cache: 'GL1', index: 1 })).toBe(false);
});
