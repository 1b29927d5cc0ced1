import { getCounter } from '../../../arch/index.js';
import type { Problem, ProgramPoint } from '../../kit.js';
import { DefaultMap, defineRule, findWaveProgram, getInstructionAt, getWaveName } from '../../kit.js';

const HINT = 'Check whether LDS receives every FLAT access, and which accesses it responds to.';

/**
 * The access goes to the texture unit and to LDS, even if none of its addresses are in LDS. LDS responds in issue
 * order, before the wave retires, and before the completion of any `lgkm` wait that covers it.
 */
export const WIRE_08 = defineRule({
  id: 'WIRE-08',
  text: 'The local data share responds to every FLAT access exactly once, and lgkm counts the access until it does.',
  statements: ['P-141', 'P-142', 'P-143'],
  needs: ['wave-formed', 'memory-issued', 'flat-answered'],
  reads: () => ['wait-done', 'resource-released', 'background-released'],
  unarmedReason: 'no wave issued a FLAT access',
  create(ledgers, judge) {
    /** Each wave's accesses that LDS has not responded to, oldest first. */
    const pendingAccesses = new DefaultMap<number, ProgramPoint[]>(() => []);
    const violate = (wave: number, pc: number, cycle: number, problem: Problem): void => {
      if (judge.fires()) judge.reportAt(wave, cycle, { pc, unit: 'lds', ...problem, hint: HINT });
    };
    const release = ({ wave, cycle }: { readonly wave: number; readonly cycle: number }): void => {
      const oldest = pendingAccesses.get(wave)?.[0];
      if (oldest === undefined) return;
      pendingAccesses.delete(wave);
      violate(wave, oldest.pc, cycle, {
        allowed: `${getWaveName(ledgers, wave)} keeps its slot until LDS has responded to the FLAT access it issued in cycle ${oldest.cycle}.`,
        observed: `${getWaveName(ledgers, wave)} releases its slot in cycle ${cycle}, before LDS has responded.`,
      });
    };
    return {
      'memory-issued': ({ space, wave, cycle, pc }) => {
        if (space !== 'flat') return;
        judge.armed++;
        pendingAccesses.getOrCreate(wave).push({ cycle, pc });
      },
      'flat-answered': (t) => {
        const access = pendingAccesses.get(t.wave)?.shift();
        if (access?.cycle === t.asked && access.pc === t.pc) return;
        violate(t.wave, t.pc, t.cycle, {
          allowed: access
            ? `The oldest waiting FLAT access of ${getWaveName(ledgers, t.wave)} is the one issued in cycle ${access.cycle}.`
            : `No FLAT access of ${getWaveName(ledgers, t.wave)} is waiting for a response.`,
          observed: `LDS responds to an access issued in cycle ${t.asked}.`,
        });
      },
      'wait-done': ({ wave, pc, cycle }) => {
        const queue = pendingAccesses.get(wave);
        if (queue === undefined || queue.length === 0) return;
        const program = findWaveProgram(ledgers, wave);
        const maxCount = program && getInstructionAt(program, pc)?.wait?.[getCounter(ledgers.gfx, 'local')];
        if (maxCount === undefined || queue.length <= maxCount) return;
        violate(wave, queue[0].pc, cycle, {
          allowed: `${getWaveName(ledgers, wave)} continues after its wait with at most ${maxCount} FLAT accesses still waiting for LDS.`,
          observed: `${getWaveName(ledgers, wave)} continues with ${queue.length} FLAT accesses still waiting for LDS.`,
        });
      },
      'resource-released': release,
      'background-released': release,
    };
  },
});
