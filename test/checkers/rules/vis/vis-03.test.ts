import { describe, expect, it } from 'vitest';
import { COHERENT, readAfterStore } from './stale-stream.js';

describe('VIS-03', () => {
  it('fires instead of VIS-01 where the last write came through another binding', () => {
    const stale = readAfterStore(0, { ...COHERENT, space: 'image' }, 'L0');
    expect(stale.judge().vis).toEqual([{ rule: 'VIS-03', severity: 'error' }]);
  });

  it('warns of a scalar read without the bits, after a coherent vector read that leaves the scalar cache as it is', () => {
    const stale = readAfterStore(7, COHERENT, 'L2').load(0, { space: 'scalar' }, 'L0');
    expect(stale.judge().vis).toEqual([{ rule: 'VIS-03', severity: 'warning' }]);
  });

  it('is silent, and armed, where the other binding shows the new value', () => {
    const { verdict, vis } = readAfterStore(7, { space: 'image' }, 'L2').judge();
    expect(vis).toEqual([]);
    expect(verdict.armed['VIS-03']).toBeGreaterThan(0);
  });
});
