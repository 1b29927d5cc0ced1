import { describe, expect, it } from 'vitest';
import { COVERGROUPS, createEmptyCoverage, summariseCoverage } from '../../../coverage/index.js';
import type { Transaction } from '../../../transactions/index.js';
import { at, collectHits, onChip } from '../support/stream.js';

const makeAccess = (operation: 'load' | 'store', scope: number) =>
  at('memory-issued', { operation, scope, pc: 0 });
const exit = at('exported');

describe('scopes covergroup', () => {
  const getHits = (...stream: Transaction[]) =>
    collectHits('scopes', onChip('navi48', 32), [at('wave-formed'), ...stream]);

  it('counts the scopes of ordered loads and stores only', () => {
    const unorderedLoad = at('memory-issued', { scope: 1, addresses: new Float64Array(64) });
    expect(getHits(makeAccess('load', 1), makeAccess('store', 3), unorderedLoad)).toEqual({
      load: { SCOPE_SE: 1 },
      store: { SCOPE_SYS: 1 },
    });
  });

  it('counts nothing when instructions have no scopes', () => {
    expect(
      collectHits('scopes', onChip('navi31', 32), [at('wave-formed'), at('memory-issued'), exit]),
    ).toEqual({});
  });
});

describe('split-counters covergroup', () => {
  const getHits = (...stream: Transaction[]) =>
    collectHits('split-counters', onChip('navi48', 32), [at('wave-formed'), ...stream, at('wave-ended')]);

  it('records how a wave entered its section', () => {
    expect(getHits(exit).entry).toEqual({ 'no event wait': 1 });
    expect(getHits(at('event-wait-done'), exit).entry).toEqual({ 'event, no overlap': 1 });
    expect(getHits(at('overlap'), at('event-wait-done'), exit).entry).toEqual({ 'event after overlap': 1 });
  });

  it.each([
    ['LOADCNT', 'vm'],
    ['STORECNT', 'vs'],
    ['SAMPLECNT', 'sample'],
    ['DSCNT', 'lgkm'],
    ['KMCNT', 'km'],
  ] as const)('counts an exit that waits for %s', (bin, counter) => {
    const stream = [at('memory-issued', { counter }), at('memory-returned', { counter }), exit];
    expect(getHits(...stream)).toMatchObject({ awaited: { [bin]: 1 }, returned: { [bin]: 1 } });
  });

  it('uses the counters outstanding after the last access before the exit', () => {
    const load = at('memory-issued', { counter: 'vm' });
    const store = at('memory-issued', { counter: 'vs' });
    expect(getHits(load, store, exit).awaited).toEqual({ 'LOADCNT and STORECNT': 1 });
    expect(getHits(load, at('memory-returned', { counter: 'vm' }), store, exit, load).awaited).toEqual({
      STORECNT: 1,
    });
    expect(getHits(exit, load).awaited).toEqual({ none: 1 });
  });

  it('counts nothing on generations with a single counter for all loads', () => {
    const stream = [at('wave-formed'), exit, at('wave-ended')];
    expect(collectHits('split-counters', onChip('navi31', 32), stream)).toEqual({});
  });
});

it("leaves bins that only newer chips can hit out of a run's percentage", () => {
  const groups = summariseCoverage(createEmptyCoverage()).groups.filter(({ weight }) => weight === 0);
  expect(groups.map(({ name }) => name)).toEqual(['scopes', 'split-counters']);
  expect(COVERGROUPS.slice(-2).map(({ name }) => name)).toEqual(['scopes', 'split-counters']);
});
