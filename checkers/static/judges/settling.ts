import type { PathJudgeFactory } from '../judge.js';
import { hardwareRegister } from '../settling.js';

/** RACE-05 on every path: a hardware register is left alone while a write of it settles. */
export const judgeSettling: PathJudgeFactory = (_gfx, report) => ({
  before: (path, instruction) => {
    const register = hardwareRegister(instruction);
    if (register === undefined) return;
    report.arm('RACE-05');
    const { settling } = path;
    if (settling?.register !== register) return;
    const { write, waitStates } = settling;
    report.find('RACE-05', path, instruction, {
      allowed: `Two wait states lie between ${report.name(write)} and the next use of its register.`,
      observed: `${report.name(instruction)} comes ${waitStates === 1 ? 'one wait state' : 'two wait states'} too early.`,
      hint: 'Look for a missing s_nop, or for other instructions that could stand between the two.',
    });
  },
});
