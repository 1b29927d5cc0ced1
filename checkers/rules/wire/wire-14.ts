import type { Instruction } from '../../../arch/index.js';
import type { CodeLineServed, InstructionsIssued } from '../../../transactions/index.js';
import { defineRule, findWaveProgram, getInstructionAt, getWaveName, ignoreRepeats } from '../../kit.js';
import { getProgramKey } from './code-bank.js';

/** Number of bytes per line of code. */
const LINE_BYTES = 64;

/**
 * Any part in the previous line is already in the sequencer's buffer. A program's lines are consecutive, like its
 * bytes, so the first line served determines where the program starts.
 */
export const WIRE_14 = defineRule({
  id: 'WIRE-14',
  text: 'A wave issues an instruction only after the cache line containing its last byte has reached the wave.',
  timed: true,
  statements: ['P-099', 'P-103', 'P-106', 'P-108'],
  needs: ['wave-formed', 'code-line-served', 'instructions-issued'],
  reads: () => ['background-formed'],
  unarmedReason: 'no test had an instruction cache that could miss',
  skips: { scenes: 'without an instruction cache: every line is there' },
  create(ledgers, judge) {
    if (ledgers.scenario.freedoms.instructionCacheLines === 0) return {};
    /** The last line served to each wave. */
    const lastLines = new Map<number, CodeLineServed>();
    /** The number of each program's first line, by program key. */
    const firstLines = new Map<number, number>();
    const report = (
      { wave, cycle, first, last }: InstructionsIssued,
      line: CodeLineServed | undefined,
      allowed: string,
    ): void => {
      if (judge.fires())
        judge.reportAt(wave, cycle, {
          pc: first,
          unit: 'sqc',
          allowed,
          observed: `${getWaveName(ledgers, wave)} issues from 0x${first.toString(16)} to 0x${last.toString(16)}.`,
          steps:
            line === undefined
              ? []
              : [
                  `cycle ${line.cycle}: the wave is served line ${line.line}, which arrives in cycle ${line.arrives}`,
                ],
          hint: 'Check when a wave resumes after requesting a line, and which lines are fetched for an instruction that straddles two.',
        });
    };
    const checkIssue = (t: InstructionsIssued): void => {
      const program = findWaveProgram(ledgers, t.wave);
      const key = getProgramKey(ledgers, t.wave);
      const first = program === undefined ? undefined : getInstructionAt(program, t.first);
      const last = t.first === t.last || program === undefined ? first : getInstructionAt(program, t.last);
      if (first === undefined || last === undefined || key === undefined) return;
      judge.armed++;
      const line = lastLines.get(t.wave);
      if (line === undefined) {
        report(t, undefined, 'The wave must have been served a line of code first.');
        return;
      }
      const firstOffset = getEndLine(first);
      const lastOffset = first === last ? firstOffset : getEndLine(last);
      const baseLine = firstLines.get(key) ?? line.line - firstOffset;
      firstLines.set(key, baseLine);
      if (baseLine + firstOffset !== line.line || baseLine + lastOffset !== line.line)
        report(
          t,
          line,
          `These instructions end in lines ${baseLine + firstOffset} to ${baseLine + lastOffset}.`,
        );
      else if (t.cycle < line.arrives)
        report(t, line, `The wave does not issue before the line arrives in cycle ${line.arrives}.`);
    };
    return {
      'code-line-served': (t) => void lastLines.set(t.wave, t),
      'instructions-issued': checkIssue,
      'instructions-repeated': ignoreRepeats,
      'wave-ended': (t) => void lastLines.delete(t.wave),
    };
  },
});

/** Returns the line of an instruction's last byte, counted from the start of the program. */
function getEndLine({ pc, words }: Instruction): number {
  return Math.floor((pc + 4 * words.length - 1) / LINE_BYTES);
}
