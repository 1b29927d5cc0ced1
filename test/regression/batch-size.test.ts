import { describe, expect, it } from 'vitest';
import { BatchSizer } from '../../regression/batch-size.js';

describe('the size of batches', () => {
  it('is one test as long as nothing is known', () => {
    expect(new BatchSizer().size()).toBe(1);
  });

  it.each([
    ['quick', 0.1],
    ['ordinary', 4],
    ['slow', 15],
  ])('gives a batch of %s tests at least 5 ms of work', (_name, msPerTest) => {
    const sizer = new BatchSizer();
    for (let i = 0; i < 10; i++) sizer.learn(10, 10 * msPerTest);
    expect(sizer.size() * msPerTest).toBeGreaterThanOrEqual(5);
    expect(sizer.size() * msPerTest).toBeLessThanOrEqual(200);
  });

  it('is one test when a test takes long', () => {
    const sizer = new BatchSizer();
    sizer.learn(1, 5000);
    expect(sizer.size()).toBe(1);
  });
});
