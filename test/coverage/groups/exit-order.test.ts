import { describe, expect, it } from 'vitest';
import { at, collectHits, onChip } from '../support/stream.js';

const visible = (id: number) => at('exiting-id-visible', { packer: 0, id });
const exit = (cycle: number, packer = 0) => at('section-exit', { packer, id: 0, cycle });

describe('exit-order covergroup', () => {
  it('counts how far the exiting id advances, even across the wraparound, and counts nothing on chips without wave ids', () => {
    const scenario = onChip('navi21', 64, { idWrap: 15, idStart: 14 });
    const hits = collectHits('exit-order', scenario, [visible(15), visible(1), visible(2), visible(8)]);
    expect(hits['generation x moved']).toEqual({ 'gfx10.3 x 1': 2, 'gfx10.3 x 2-3': 1, 'gfx10.3 x 4-15': 1 });
    expect(collectHits('exit-order', onChip('navi31'), [visible(3)])).toEqual({});
  });

  it('distinguishes same-cycle exits from one packer and from two', () => {
    const stream = [exit(5), exit(5), exit(5, 1), exit(6)];
    expect(collectHits('exit-order', onChip('navi21'), stream)['generation x beside']).toEqual({
      'gfx10.3 x first of its cycle': 2,
      'gfx10.3 x after one of another packer': 1,
      'gfx10.3 x after one of its packer': 1,
    });
  });
});
