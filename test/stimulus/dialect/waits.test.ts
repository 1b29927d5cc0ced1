import { GENERATIONS, getCounters } from '../../../arch/index.js';
import { emitWaits, waitFor } from '../../../stimulus/dialect/index.js';
import { decodeSource } from '../../arch/support/machine.js';

describe('waits', () => {
  it('use the counter names of the generation', () => {
    expect(waitFor('gfx9', 'load', 'store')).toBe('s_waitcnt vmcnt(0)');
    expect(waitFor('gfx10', 'load', 'scalar', 'store')).toBe(
      's_waitcnt vmcnt(0) lgkmcnt(0)\n  s_waitcnt_vscnt null, 0x0',
    );
    expect(emitWaits('gfx11', { exp: 2, vs: 3 })).toBe('s_waitcnt expcnt(2)\n  s_waitcnt_vscnt null, 0x3');
    expect(waitFor('gfx12', 'load', 'scalar')).toBe('s_wait_loadcnt 0x0\n  s_wait_kmcnt 0x0');
  });

  it.each(GENERATIONS)('decode to the requested counts for every set of %s counters', (gfx) => {
    const counters = getCounters(gfx).map(({ counter }) => counter);
    for (let set = 1; set < 1 << counters.length; set++) {
      const wait = Object.fromEntries(
        counters.flatMap((counter, i) => ((set >> i) & 1 ? [[counter, i + 1]] : [])),
      );
      const { instructions } = decodeSource(emitWaits(gfx, wait), gfx, 64);
      expect(Object.assign({}, ...instructions.map((instruction) => instruction.wait))).toEqual(wait);
    }
  });
});
