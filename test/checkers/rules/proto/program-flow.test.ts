import { assembleProgram, decodeProgram } from '../../../../arch/index.js';
import { AT_END, AT_START, ProgramFlow } from '../../../../checkers/rules/proto/program-flow.js';

/** Returns the control flow of a program. Each instruction must be one word long, so that line numbers are indices. */
function createFlow(lines: readonly string[], epilog?: readonly string[]): ProgramFlow {
  const assembleLines = (text: readonly string[]): readonly number[] =>
    assembleProgram(text.join('\n'), 'gfx10.3');
  const secondPart = epilog === undefined ? undefined : { words: assembleLines(epilog), address: 0x10000 };
  return new ProgramFlow(decodeProgram(assembleLines(lines), 'gfx10.3', 64, secondPart));
}

test('a branch may be followed by its target or, unless it is unconditional, by the next instruction', () => {
  const flow = createFlow(['s_cbranch_scc0 1', 's_nop 0', 's_branch -2', 's_endpgm']);
  expect([0, 1, 2, 3].map((next) => flow.mayFollow(next, 0))).toEqual([false, true, true, false]);
  expect([0, 1, 2, 3].map((next) => flow.mayFollow(next, 2))).toEqual([false, true, false, false]);
  expect([AT_START, AT_END].map((position) => flow.mayFollow(0, position))).toEqual([true, false]);
});

test('straight-line code does not continue past an unconditional branch, an end or a jump', () => {
  const flow = createFlow(['s_nop 0', 's_branch 0', 's_nop 0', 's_setpc_b64 s[0:1]', 's_endpgm']);
  expect([flow.isStraightLine(0, 1), flow.isStraightLine(0, 2), flow.isStraightLine(2, 3)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(flow.isStraightLine(2, 4)).toBe(false);
});

test('an indirect jump may return, enter the epilog, or go anywhere if a program computes addresses', () => {
  const callLines = ['s_call_b64 s[0:1], 1', 's_setpc_b64 s[2:3]', 's_setpc_b64 s[0:1]'];
  const flow = createFlow(callLines, ['s_endpgm']);
  const successors = flow.getSuccessors(1)!.map(({ index }) => index);
  // The word between the parts keeps the first part from running into the second.
  expect(successors).toEqual([1, 4]);
  expect(
    createFlow(callLines)
      .getSuccessors(2)!
      .map(({ index }) => index),
  ).toEqual([1]);
  expect(createFlow(['s_getpc_b64 s[0:1]', ...callLines], ['s_endpgm']).getSuccessors(3)).toBeUndefined();
});
