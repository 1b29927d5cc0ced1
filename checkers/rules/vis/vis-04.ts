import { factsOf, WITH_SLC_STREAMING } from '../../../arch/index.js';
import type { MemoryIssued } from '../../../transactions/index.js';
import { defineRule, getWaveName } from '../../kit.js';

/**
 * GFX11's L0 has no such policy (Mesa, `ac_get_hw_cache_flags`). Such a line does not corrupt data by itself, but it
 * displaces others and may be stale when a later load hits it. Lines left by loads with GLC or DLC are reported by
 * VIS-01 and VIS-03 if they serve stale data.
 */
export const VIS_04 = defineRule({
  id: 'VIS-04',
  text: 'A streaming (SLC) load leaves no line in GL1 or, on GFX10, in L0.',
  generations: WITH_SLC_STREAMING,
  statements: ['S-102'],
  needs: ['wave-formed', 'memory-issued', 'line-filled'],
  unarmedReason: 'no load with SLC ran while stale data was possible',
  skips: { accesses: 'of scalars, stores and atomics: SLC streams vector loads only' },
  create(ledgers, judge) {
    if (!ledgers.visibility.isActive) return {};
    const evicts: readonly string[] = factsOf(ledgers.gfx).slcEvicts;
    /** The streaming loads in flight, by access number. */
    const streamingLoads = new Map<number, MemoryIssued>();
    return {
      'memory-issued': (t) => {
        if (!t.slc || t.operation !== 'load' || t.space === 'scalar') return;
        judge.armed++;
        streamingLoads.set(t.access, t);
      },
      'line-filled': (t) => {
        const load = streamingLoads.get(t.access);
        if (load !== undefined && evicts.includes(t.cache) && judge.fires())
          judge.reportAt(load.wave, t.cycle, {
            pc: load.pc,
            unit: 'memory',
            allowed: `Access ${load.access} of ${getWaveName(ledgers, load.wave)} has SLC set, so it leaves no line in ${t.cache}.`,
            observed: `Access ${load.access} of ${getWaveName(ledgers, load.wave)} fills ${t.cache} ${t.index} with line 0x${t.address.toString(16)} in cycle ${t.cycle}.`,
            hint: 'Check whether the caches respect SLC when deciding whether to keep a line.',
          });
      },
      'memory-returned': ({ access }) => streamingLoads.delete(access),
    };
  },
});
