import { describe, expect, it } from 'vitest';
import { assembleProgram } from '../../../arch/index.js';
import { anyOrderWill } from '../../../stimulus/mutants/any-order.js';
import { readsOnly } from '../../../stimulus/mutants/objects.js';
import { coversAsMuch } from '../../../stimulus/mutants/uncovered.js';
import { dropInstructions, type EditedProgram, edit, replaceText } from '../../../stimulus/programs/edit.js';

const LOAD = 'buffer_load_dword v1, v0, s[4:7], 0 offen';
const STORE = 'buffer_store_dword v1, v0, s[4:7], 0 offen';
const SET = 's_load_dwordx8 s[4:11], s[0:1], 0x20';

function program(...lines: string[]): EditedProgram {
  return edit(assembleProgram([...lines, 's_endpgm'].join('\n'), 'gfx9'), 'gfx9', 64);
}

/** Whether a program covers as much without one of its instructions. */
function spares(index: number, ...lines: string[]): boolean {
  const before = program(...lines);
  return coversAsMuch(before, edit(dropInstructions(before, [index]), 'gfx9', 64));
}

describe('a wait', () => {
  it('is needed before what reads the register', () => {
    expect(spares(1, LOAD, 's_waitcnt vmcnt(0)', 'v_mov_b32 v2, v1')).toBe(false);
  });

  it('is needed before the message after a store', () => {
    expect(spares(1, STORE, 's_waitcnt vmcnt(0)', 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)')).toBe(false);
  });

  it('can be spared where another one comes first on every way', () => {
    const waits = ['s_waitcnt vmcnt(0)', 'v_mov_b32 v3, v0', 's_waitcnt vmcnt(0)'];
    expect(spares(1, LOAD, ...waits, 'v_mov_b32 v2, v1')).toBe(true);
  });

  it('is needed where another one lies on one of two ways only', () => {
    const ways = ['s_cbranch_scc0 over', 's_waitcnt vmcnt(0)', 'over:', 'v_mov_b32 v2, v1'];
    expect(spares(1, LOAD, 's_waitcnt vmcnt(0)', ...ways)).toBe(false);
  });

  it('may leave the newer operation outstanding, but not the one that is used', () => {
    const second = 'buffer_load_dword v2, v0, s[4:7], 0 offen';
    const weaker = (use: string): boolean => {
      const before = program(LOAD, second, 's_waitcnt vmcnt(0)', use);
      return coversAsMuch(before, edit(replaceText(before, 2, 's_waitcnt vmcnt(1)'), 'gfx9', 64));
    };
    expect([weaker('v_mov_b32 v3, v1'), weaker('v_mov_b32 v3, v2')]).toEqual([true, false]);
  });
});

describe('what an access reads', () => {
  const other = 'buffer_store_dword v1, v0, s[8:11], 0 offen';

  it('is not written where stores go through another descriptor', () => {
    const { decoded } = program(SET, LOAD, other);
    expect(readsOnly(decoded, decoded.instructions[1])).toBe(true);
  });

  it('may be written by a store through the same descriptor, loaded elsewhere', () => {
    const again = 's_load_dwordx4 s[8:11], s[0:1], 0x20';
    const { decoded } = program(SET, LOAD, again, other);
    expect(readsOnly(decoded, decoded.instructions[1])).toBe(false);
  });

  it('may be written where the descriptor of a store is unknown', () => {
    const { decoded } = program(SET, LOAD, 's_cbranch_scc0 over', 's_mov_b32 s8, s2', 'over:', other);
    expect(readsOnly(decoded, decoded.instructions[1])).toBe(false);
  });
});

describe('the order of accesses', () => {
  const add = 'buffer_atomic_add v1, v0, s[4:7], 0 offen';

  it.each([
    ['shows nothing', true, [add, add]],
    ['shows where the old value returns', false, [`${add} glc`]],
    ['shows where another operation writes too', false, [add, 'buffer_atomic_or v1, v0, s[4:7], 0 offen']],
    ['shows where a load reads the sum', false, [SET, add, LOAD]],
    ['shows where a store writes', false, [STORE]],
  ])('%s', (_name, isSame, lines) => {
    expect(anyOrderWill(program(...lines)) !== undefined).toBe(isSame);
  });
});
