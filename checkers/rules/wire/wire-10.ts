import { factsOf, WITH_GL1 } from '../../../arch/index.js';
import type { MemoryIssued } from '../../../transactions/index.js';
import { defineRule, findSimd, getShaderArray, getWaveName } from '../../kit.js';

/**
 * GL1 then holds the line. Only loads whose cache bits bypass GL1, or leave no line in it, fetch a line directly from
 * GL2 (S-102).
 */
export const WIRE_10 = defineRule({
  id: 'WIRE-10',
  text: 'A line enters L0 or the scalar cache through the GL1 of its shader array.',
  generations: WITH_GL1,
  statements: ['P-007', 'P-098', 'P-145'],
  needs: ['wave-formed', 'wave-launched', 'memory-issued', 'line-filled'],
  reads: () => ['line-invalidated', 'background-allocated'],
  unarmedReason: 'no access could have hit a stale cache line',
  create(ledgers, judge) {
    if (!ledgers.visibility.isActive) return {};
    const { gl1Bit, slcEvicts } = factsOf(ledgers.gfx);
    const leavesNoLine = slcEvicts.includes('GL1');
    /** The accesses whose lines are filled through GL1, and the shader array of that GL1. */
    const sentAccesses = new Map<number, { readonly wave: number; readonly array: number }>();
    /** The lines that each GL1 holds, by GL1 index. */
    const linesHeld: Set<number>[] = [];

    const bypassesGl1 = ({ operation, dlc, slc }: MemoryIssued): boolean =>
      operation === 'load' && ((dlc && gl1Bit === 'dlc') || (slc && leavesNoLine));

    return {
      'memory-issued': (t) => {
        const simd = bypassesGl1(t) ? undefined : findSimd(ledgers, t.wave);
        if (simd !== undefined)
          sentAccesses.set(t.access, { wave: t.wave, array: getShaderArray(ledgers.scenario, simd) });
      },
      'line-filled': (t) => {
        if (t.cache === 'GL1') {
          linesHeld[t.index] ??= new Set();
          linesHeld[t.index].add(t.address);
          return;
        }
        const sentAccess = sentAccesses.get(t.access);
        if (sentAccess === undefined) return;
        if (judge.finds(!linesHeld[sentAccess.array]?.has(t.address)))
          judge.reportAt(sentAccess.wave, t.cycle, {
            unit: 'memory',
            allowed: `Access ${t.access} of ${getWaveName(ledgers, sentAccess.wave)} gets its lines from GL1 ${sentAccess.array}.`,
            observed: `Access ${t.access} of ${getWaveName(ledgers, sentAccess.wave)} fills ${t.cache} ${t.index} with line 0x${t.address.toString(16)}, which that GL1 does not hold.`,
            hint: 'Check which cache a miss goes to, and what fills GL1.',
          });
      },
      'line-invalidated': ({ cache, index, address }) => {
        if (cache === 'GL1') linesHeld[index]?.delete(address);
      },
      'memory-returned': ({ access }) => sentAccesses.delete(access),
    };
  },
});
