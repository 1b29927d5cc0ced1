import { assembleProgram, type ChipName } from '../../../../arch/index.js';
import type { ScoreboardOptions } from '../../../../checkers/index.js';
import {
  type BackgroundWork,
  type CacheName,
  FIRST_BACKGROUND_WAVE,
} from '../../../../transactions/index.js';
import { makeLaunch, SMALL_HOLDINGS } from '../../support/launches.js';
import { BUFFER } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';
import { createInvalidatingScene, createStaleScene } from './stale-stream.js';

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

test.each([true, false])('judges the invalidation of a compute wave (a line survives: %j)', (survives) => {
  const wave = FIRST_BACKGROUND_WAVE;
  const words = assembleProgram('buffer_gl0_inv\ns_endpgm', 'gfx10.3');
  const work: BackgroundWork = {
    ...{
      kind: 'compute',
      words,
      userData: [],
      vectors: 1,
      scalars: 1,
      scratchWaves: 0,
      start: 0,
      interval: 1,
    },
    ...{ groups: 1, groupSize: [32, 1, 1], mode: 'cu', localDwords: 0 },
  };
  const stream = new Stream({ ...createStaleScene('navi21'), background: { works: [work], outputs: [] } });
  stream.form([{ x: 0, y: 0, primitive: 0 }]).add(makeLaunch(stream.cycle + 1, 0, 0));
  stream.add({ kind: 'background-formed', cycle: 5, wave, source: 'compute', work: 0, group: 0, place: 0 });
  stream.add({ kind: 'background-allocated', cycle: 6, wave, slot: 0, simd: 0, holds: SMALL_HOLDINGS });
  const line = { cache: 'L0', index: 0, address: BUFFER } as const;
  stream.add({ kind: 'line-filled', cycle: 7, ...line, access: 0 });
  stream.add({ kind: 'instructions-issued', cycle: 9, wave, first: 0, last: 0 });
  if (!survives) stream.add({ kind: 'line-invalidated', cycle: 9, ...line, by: 'instruction' });
  expect(listFiredRules(stream.judge()).includes('VIS-05')).toBe(survives);
});

/** Returns whether VIS-05 fires if a store passes caches that hold its line, as far as nothing removes it. */
function firesForStore(
  level: 'L0' | 'L2',
  held: readonly ('L0' | 'GL1')[],
  change: {
    readonly removed?: 'L0' | 'GL1';
    readonly base?: number;
    readonly options?: ScoreboardOptions;
  } = {},
): boolean {
  const stream = new Stream(createStaleScene('navi21')).form([{ x: 0, y: 0, primitive: 0 }]);
  stream.add(makeLaunch(stream.cycle + 1, 0, 0, { simd: 0 }));
  const { removed, base = BUFFER, options } = change;
  const line = { index: 0, address: base } as const;
  for (const cache of held)
    stream.add({ kind: 'line-filled', cycle: stream.cycle + 1, cache, ...line, access: 99 });
  const access = stream.issue({ wave: 0, operation: 'store' });
  if (level === 'L0') {
    stream.perform(0, access);
    Object.assign(stream.transactions.at(-1)!, { level });
  }
  if (removed !== undefined)
    stream.add({ kind: 'line-invalidated', cycle: stream.cycle + 1, cache: removed, ...line, by: 'store' });
  return listFiredRules(stream.perform(0, access).judge(options)).includes('VIS-05');
}

test('fires if a store leaves a line that it writes in a cache that it passes', () => {
  expect([firesForStore('L2', ['L0']), firesForStore('L2', ['GL1'])]).toEqual([true, true]);
  expect(firesForStore('L2', ['L0'], { removed: 'L0' })).toBe(false);
  expect(firesForStore('L2', ['L0', 'GL1'], { removed: 'L0' })).toBe(true);
  expect(firesForStore('L2', ['L0'], { base: BUFFER + 4 * LINE_BYTES })).toBe(false);
});

test('a store that is complete in L0 leaves its line there, but not in GL1', () => {
  expect([firesForStore('L0', ['L0']), firesForStore('L0', ['GL1'])]).toEqual([false, true]);
});

test('another device may replace the data of a line that is written', () => {
  expect(firesForStore('L2', ['L0'], { options: { mayOmitKinds: true } })).toBe(false);
});
