import { createStaleScene, GLC, NONE, StaleStream } from './stale-stream.js';

describe('VIS-02', () => {
  it('does not fire if the store reached L2 before the exit was counted, via L0 or directly', () => {
    const writeThrough = new StaleStream(createStaleScene('navi21')).form().store(7, GLC).exit();
    expect(writeThrough.judge().vis).toEqual([]);
    const writeBack = new StaleStream(createStaleScene('navi21')).form().store(7, NONE, ['L0', 'L2']).exit();
    expect(writeBack.judge().vis).toEqual([]);
  });

  it('warns about a store without GLC that is still in L0 at the exit', () => {
    const stream = new StaleStream(createStaleScene('navi21')).form().store(7, NONE, ['L0']).exit();
    expect(stream.judge().vis).toEqual([{ rule: 'VIS-02', severity: 'warning' }]);
  });

  it('reports an error if the store requested coherence, and on GFX11, where all stores write through', () => {
    for (const [chip, bits] of [
      ['navi21', GLC],
      ['navi31', NONE],
    ] as const) {
      const stream = new StaleStream(createStaleScene(chip)).form().store(7, bits, ['L0']).exit();
      expect(stream.judge().vis).toEqual([{ rule: 'VIS-02', severity: 'error' }]);
    }
  });

  it('reports an error on GFX12 if a store of any scope is above L2 at the exit', () => {
    const getFindings = (scope: number) =>
      new StaleStream(createStaleScene('navi48')).form().store(7, { scope }, ['GL1']).exit().judge().vis;
    expect(getFindings(1)).toEqual([{ rule: 'VIS-02', severity: 'error' }]);
    expect(getFindings(2)).toEqual([{ rule: 'VIS-02', severity: 'error' }]);
  });
});
