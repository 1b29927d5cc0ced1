import { getHardwareRegister } from '../hardware-reads.js';
import type { PathJudgeFactory } from '../judge.js';

/** Checks RACE-05 on every path: a hardware register is not accessed while a write to it is settling. */
export const checkSettling: PathJudgeFactory = (_gfx, report) => ({
  appliesTo: (instruction) => getHardwareRegister(instruction) !== undefined,
  before: (path, instruction) => {
    report.arm('RACE-05');
    const settling = path.settling.find(({ register }) => register === getHardwareRegister(instruction));
    if (settling === undefined) return;
    const { write, waitStates } = settling;
    report.addFinding('RACE-05', path, instruction, {
      allowed: `There must be two wait states between ${report.getName(write)} and the next use of its register.`,
      observed: `${report.getName(instruction)} is ${waitStates === 1 ? 'one wait state' : 'two wait states'} too early.`,
      hint: 'Add an s_nop, or move other instructions between the two.',
    });
  },
});
