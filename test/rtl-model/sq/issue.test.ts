import { expect, it } from 'vitest';
import { assembleProgram, decodeProgram } from '../../../arch/index.js';
import { issueCyclesOf } from '../../../rtl-model/sq/issue.js';

const NOPS = Array.from({ length: 16 }, (_, i) => i);

it('s_nop takes one issue cycle more than its immediate says, up to sixteen, and any other instruction one', () => {
  const source = [...NOPS.map((i) => `s_nop ${i}`), 's_mov_b32 s0, 5', 's_sleep 7', 's_endpgm'].join('\n');
  const program = decodeProgram(assembleProgram(source, 'gfx10.3'), 'gfx10.3', 32);
  expect([...issueCyclesOf(program)]).toEqual([...NOPS.map((i) => i + 1), 1, 1, 1]);
});
