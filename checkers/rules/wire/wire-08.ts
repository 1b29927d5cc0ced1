import { GENERATIONS, getCounter } from '../../../arch/index.js';
import type { FlatAnswered, MemoryIssued } from '../../../transactions/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import { findWaveProgram, getWaveName, locateAnyWave } from '../../evidence/findings/any-wave.js';
import type { Finding, Judge } from '../../evidence/findings/judge.js';
import { getInstructionAt } from '../../evidence/program/programs.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';

/** A FLAT access that LDS has not answered yet. */
type UnansweredAccess = Pick<MemoryIssued, 'cycle' | 'pc'>;

/**
 * Invariant: a FLAT access goes to the texture unit and to LDS, and is counted in `lgkm` in addition to its own counter
 * until LDS has answered, even if none of its addresses are in LDS (P-141 to P-143). LDS therefore answers it once, in
 * issue order, before its wave retires, and before the completion of any `lgkm` wait that covers it.
 */
export const WIRE_08: Rule = {
  id: 'WIRE-08',
  text: 'The local data share answers every FLAT access once, and lgkm counts it until then.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['P-141', 'P-142', 'P-143'],
  needs: ['wave-formed', 'memory-issued', 'flat-answered'],
  reads: () => ['wait-done', 'resource-released', 'background-released'],
  unarmedReason: 'no wave had a FLAT access',
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  /** Each wave's unanswered accesses, oldest first. */
  const unansweredAccesses = new Map<number, UnansweredAccess[]>();
  const localCounter = getCounter(ledgers.gfx, 'local');

  const violate = (
    wave: number,
    access: UnansweredAccess | FlatAnswered,
    cycle: number,
    problem: Problem,
  ): void =>
    judge.violate(() => ({
      cycle,
      unit: 'lds',
      place: locateAnyWave(ledgers, wave, access.pc),
      ...problem,
      steps: [],
      hint: 'Check whether LDS receives every FLAT access, and which accesses it answers.',
    }));

  const release = ({ wave, cycle }: { readonly wave: number; readonly cycle: number }): void => {
    const oldest = unansweredAccesses.get(wave)?.[0];
    if (oldest === undefined) return;
    unansweredAccesses.delete(wave);
    violate(wave, oldest, cycle, {
      allowed: `${getWaveName(ledgers, wave)} keeps its slot until LDS has answered the FLAT access it issued in cycle ${oldest.cycle}.`,
      observed: `It releases its slot in cycle ${cycle}, before LDS has answered.`,
    });
  };

  return {
    on: {
      'memory-issued': ({ space, wave, cycle, pc }) => {
        if (space !== 'flat') return;
        judge.armed++;
        const queue = unansweredAccesses.get(wave);
        if (queue === undefined) unansweredAccesses.set(wave, [{ cycle, pc }]);
        else queue.push({ cycle, pc });
      },
      'flat-answered': (t) => {
        const access = unansweredAccesses.get(t.wave)?.shift();
        if (access?.cycle === t.asked && access.pc === t.pc) return;
        violate(t.wave, t, t.cycle, {
          allowed:
            access === undefined
              ? `No FLAT access of ${getWaveName(ledgers, t.wave)} is waiting for an answer.`
              : `The oldest waiting FLAT access of ${getWaveName(ledgers, t.wave)} is the one issued in cycle ${access.cycle}.`,
          observed: `LDS answers an access issued in cycle ${t.asked}.`,
        });
      },
      'wait-done': ({ wave, pc, cycle }) => {
        const queue = unansweredAccesses.get(wave);
        if (queue === undefined || queue.length === 0) return;
        const program = findWaveProgram(ledgers, wave);
        const maxCount = program && getInstructionAt(program, pc)?.wait?.[localCounter];
        if (maxCount === undefined || queue.length <= maxCount) return;
        violate(wave, queue[0], cycle, {
          allowed: `${getWaveName(ledgers, wave)} continues after its wait with at most ${maxCount} FLAT accesses unanswered.`,
          observed: `It continues with ${queue.length} unanswered.`,
        });
      },
      'resource-released': release,
      'background-released': release,
    },
  };
}

type Problem = Pick<Finding, 'allowed' | 'observed'>;
