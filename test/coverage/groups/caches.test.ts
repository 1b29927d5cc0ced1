import { describe, expect, it } from 'vitest';
import { defaultFreedoms, type Scenario } from '../../../transactions/index.js';
import { at, covered, onChip } from '../support/stream.js';

const stale = (scenario: Scenario): Scenario => ({
  ...scenario,
  freedoms: { ...defaultFreedoms(), caches: 1 },
});
const DATA = new Int32Array(64);

describe('covergroup cache-levels', () => {
  const stream = [
    at('wave-formed'),
    at('memory-issued', { operation: 'store' }),
    at('memory-performed', { access: 0, level: 'L0', data: DATA }),
    at('memory-performed', { access: 0, level: 'L2', data: DATA }),
  ];

  it('counts the level at which an access is performed first', () => {
    const hits = covered('cache-levels', stale(onChip('navi21', 32)), stream);
    expect(hits).toMatchObject({ level: { L0: 1 }, 'generation x level': { 'gfx10.3 x L0': 1 } });
  });

  it('counts nothing where caches are coherent', () => {
    expect(covered('cache-levels', onChip('navi21', 32), stream)).toEqual({});
  });
});

describe('covergroup cache-lines', () => {
  it('counts why a line leaves a cache', () => {
    const leaving = { cache: 'GL1', index: 0, address: 0, by: 'bypass' } as const;
    const hits = covered('cache-lines', onChip('navi21', 32), [at('line-invalidated', leaving)]);
    expect(hits).toMatchObject({ 'cache x cause': { 'GL1 x bypass': 1 } });
  });
});

describe('covergroup placement', () => {
  const launch = (first: number, second: number, releases = false) =>
    covered('placement', onChip('navi21', 32), [
      at('wave-formed'),
      at('wave-launched', { simd: first }),
      ...(releases ? [at('resource-released')] : []),
      at('wave-formed', { wave: 1 }),
      at('overlap', { wave: 1, overlapped: Int32Array.of(0), count: 1 }),
      at('wave-launched', { wave: 1, simd: second }),
    ]);

  it('tells what a wave shares with the one that it overlaps', () => {
    expect(launch(1, 1)).toEqual({ distance: { 'same SIMD': 1 } });
    expect(launch(1, 2)).toEqual({ distance: { 'same work-group processor': 1 } });
    expect(launch(1, 5)).toEqual({ distance: { 'other work-group processor': 1 } });
  });

  it('counts nothing once the other has given up its slot', () => {
    expect(launch(1, 1, true)).toEqual({});
  });
});
