import { COHERENT, readAfterStore } from './stale-stream.js';

describe('VIS-03', () => {
  it('fires instead of VIS-01 if the last write used a different binding', () => {
    const staleRead = readAfterStore(0, { ...COHERENT, space: 'image' }, 'L0');
    expect(staleRead.judge().vis).toEqual([{ rule: 'VIS-03', severity: 'error' }]);
  });

  it('warns about a plain scalar read after a coherent vector read, since the scalar cache stays stale', () => {
    const staleScalar = readAfterStore(7, COHERENT, 'L2').load(0, { space: 'scalar' }, 'L0');
    expect(staleScalar.judge().vis).toEqual([{ rule: 'VIS-03', severity: 'warning' }]);
  });

  it('checks and accepts a read of the new value through the other binding', () => {
    const { verdict, vis } = readAfterStore(7, { space: 'image' }, 'L2').judge();
    expect(vis).toEqual([]);
    expect(verdict.armed['VIS-03']).toBeGreaterThan(0);
  });
});
