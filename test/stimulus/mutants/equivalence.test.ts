import { describe, expect, it } from 'vitest';
import { assembleProgram } from '../../../arch/index.js';
import { accessesSingleWord, isAlreadyRead } from '../../../stimulus/mutants/addresses.js';
import { MUTANT_OPERATORS } from '../../../stimulus/mutants/index.js';
import { loadsReadOnlyObject } from '../../../stimulus/mutants/objects.js';
import { explainUnobservableOrder } from '../../../stimulus/mutants/unobservable-order.js';
import { coversAllWaits } from '../../../stimulus/mutants/wait-coverage.js';
import {
  decodeForEditing,
  dropInstructions,
  type EditedProgram,
  insertInstructions,
  replaceText,
  S_NOP,
} from '../../../stimulus/programs/edit.js';

const LOAD = 'buffer_load_dword v1, v0, s[4:7], 0 offen';
const STORE = 'buffer_store_dword v1, v0, s[4:7], 0 offen';
const SET = 's_load_dwordx8 s[4:11], s[0:1], 0x20';

function decodeLines(...lines: string[]): EditedProgram {
  return decodeForEditing(assembleProgram([...lines, 's_endpgm'].join('\n'), 'gfx9'), 'gfx9', 64);
}

/** Returns whether the waits still cover all operations once the instruction at `index` is removed. */
function canOmit(index: number, ...lines: string[]): boolean {
  const original = decodeLines(...lines);
  return coversAllWaits(original, decodeForEditing(dropInstructions(original, [index]), 'gfx9', 64));
}

describe('a wait', () => {
  it('is needed before an instruction that reads the register', () => {
    expect(canOmit(1, LOAD, 's_waitcnt vmcnt(0)', 'v_mov_b32 v2, v1')).toBe(false);
  });

  it('is needed before the message after a store', () => {
    expect(canOmit(1, STORE, 's_waitcnt vmcnt(0)', 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)')).toBe(false);
  });

  it('can be omitted if another wait comes before the use on every path', () => {
    const waits = ['s_waitcnt vmcnt(0)', 'v_mov_b32 v3, v0', 's_waitcnt vmcnt(0)'];
    expect(canOmit(1, LOAD, ...waits, 'v_mov_b32 v2, v1')).toBe(true);
  });

  it('is needed if another wait is on only one of two paths', () => {
    const branchLines = ['s_cbranch_scc0 over', 's_waitcnt vmcnt(0)', 'over:', 'v_mov_b32 v2, v1'];
    expect(canOmit(1, LOAD, 's_waitcnt vmcnt(0)', ...branchLines)).toBe(false);
  });

  it('may leave the newer operation outstanding, but not the one that is used', () => {
    const second = 'buffer_load_dword v2, v0, s[4:7], 0 offen';
    const mayWeaken = (use: string): boolean => {
      const original = decodeLines(LOAD, second, 's_waitcnt vmcnt(0)', use);
      return coversAllWaits(
        original,
        decodeForEditing(replaceText(original, 2, 's_waitcnt vmcnt(1)'), 'gfx9', 64),
      );
    };
    expect([mayWeaken('v_mov_b32 v3, v1'), mayWeaken('v_mov_b32 v3, v2')]).toEqual([true, false]);
  });
});

const other = 'buffer_store_dword v1, v0, s[8:11], 0 offen';

describe('memory read by an access', () => {
  it('is not written if all stores use a different descriptor', () => {
    const { decoded } = decodeLines(SET, LOAD, other);
    expect(loadsReadOnlyObject(decoded, decoded.instructions[1])).toBe(true);
  });

  it('may be written by a store through another copy of the same descriptor', () => {
    const secondLoad = 's_load_dwordx4 s[8:11], s[0:1], 0x20';
    const { decoded } = decodeLines(SET, LOAD, secondLoad, other);
    expect(loadsReadOnlyObject(decoded, decoded.instructions[1])).toBe(false);
  });

  it("may be written if a store's descriptor is unknown", () => {
    const { decoded } = decodeLines(SET, LOAD, 's_cbranch_scc0 over', 's_mov_b32 s8, s2', 'over:', other);
    expect(loadsReadOnlyObject(decoded, decoded.instructions[1])).toBe(false);
  });
});

describe('a load of constants after the code', () => {
  const table = ['s_getpc_b64 s[4:5]', 's_add_u32 s4, s4, 0x80', LOAD];

  it('reads memory that stores through a loaded descriptor do not write', () => {
    const { decoded } = decodeLines(...table, 's_load_dwordx4 s[8:11], s[0:1], 0x20', other);
    expect(loadsReadOnlyObject(decoded, decoded.instructions[2])).toBe(true);
  });

  it('may access any object if it is relative to anything other than the pc', () => {
    const { decoded } = decodeLines('s_mov_b32 s4, s2', ...table.slice(1), SET, other);
    expect(loadsReadOnlyObject(decoded, decoded.instructions[2])).toBe(false);
  });

  it('still finds them after inserted instructions have moved them', () => {
    const original = decodeForEditing(assembleProgram([...table, 's_endpgm'].join('\n'), 'gfx9'), 'gfx9', 64);
    const distance = (index: number): number =>
      decodeForEditing(insertInstructions(original, index, [S_NOP, S_NOP]), 'gfx9', 64).words[
        index < 2 ? 4 : 2
      ]!;
    expect([0, 1, 2, 3].map(distance)).toEqual([0x80, 0x88, 0x88, 0x88]);
  });
});

describe('a memory operation', () => {
  const hasOneWord = (...lines: string[]): boolean => {
    const { decoded } = decodeLines(...lines);
    return accessesSingleWord(decoded, decoded.instructions.findLast(({ memory }) => memory !== undefined)!);
  };

  it('accesses a single word if it has no address register, or if all lanes compute the same value', () => {
    expect(hasOneWord('buffer_store_dword v1, off, s[4:7], 0')).toBe(true);
    expect(hasOneWord('v_mov_b32_e32 v0, s2', 'v_lshlrev_b32_e32 v0, 2, v0', STORE)).toBe(true);
  });

  it('accesses a separate word in each lane if its address comes from an argument, a load, or the lane number', () => {
    expect(hasOneWord('v_lshlrev_b32_e32 v0, 2, v0', STORE)).toBe(false);
    expect(hasOneWord('buffer_load_dword v0, off, s[4:7], 0', STORE)).toBe(false);
    expect(hasOneWord('v_mbcnt_lo_u32_b32 v0, -1, 0', STORE)).toBe(false);
  });
});

describe('a load without coherence bits', () => {
  const coherent = `${LOAD} glc`;
  const needsNoBits = (...lines: string[]): boolean => {
    const { decoded } = decodeLines(SET, ...lines, LOAD);
    return isAlreadyRead(decoded, decoded.instructions.findLast(({ memory }) => memory !== undefined)!);
  };

  it('cannot return older data than an earlier coherent load from the same address', () => {
    expect(needsNoBits(coherent)).toBe(true);
  });

  it('may read a stale line if the preceding load lacks the bits, has another address, or is on only one path', () => {
    expect(needsNoBits(LOAD)).toBe(false);
    expect(needsNoBits(coherent, 'v_add_u32_e32 v0, 4, v0')).toBe(false);
    expect(needsNoBits('s_cbranch_scc0 over', coherent, 'over:')).toBe(false);
  });
});

it('a wait for two counters is weakened for one counter at a time', () => {
  const twoCounters = decodeForEditing(
    assembleProgram('s_wait_loadcnt_dscnt 0x203\ns_endpgm', 'gfx12'),
    'gfx12',
    32,
  );
  const weaker = MUTANT_OPERATORS.find(({ name }) => name === 'wait-weakened')!.mutants(twoCounters);
  const waits = weaker.map(({ words }) => decodeForEditing(words, 'gfx12', 32).decoded.instructions[0]!.wait);
  expect(waits).toEqual([
    { vm: 3, lgkm: 3 },
    { vm: 2, lgkm: 4 },
  ]);
});

describe('a mutant', () => {
  const assemble = (...lines: string[]): EditedProgram =>
    decodeForEditing(assembleProgram([...lines, 's_endpgm'].join('\n'), 'gfx11'), 'gfx11', 32);
  const store = (first: number): string => `buffer_store_b32 v1, v0, s[${first}:${first + 3}], 0 offen`;
  const [DONE, NONE] = ['exp mrt0 off, off, off, off done', ''];

  /** Returns why an operator's last mutant is harmless. */
  function explainLastMutant(name: string, ...lines: string[]): string | undefined {
    const mutants = MUTANT_OPERATORS.find((operator) => operator.name === name)!.mutants(assemble(...lines));
    return mutants.at(-1)?.equivalence?.();
  }

  it('that takes a branch is harmless if both paths end the wave in the same way', () => {
    const getReason = (first: string, wait = 's_waitcnt_vscnt null, 0x0'): string | undefined =>
      explainLastMutant(
        'branch-taken',
        's_wait_event 0x0',
        store(4),
        's_cbranch_execz over',
        wait,
        first,
        DONE,
        's_endpgm',
        'over:',
        wait,
        DONE,
      );
    expect(getReason(NONE)).toContain('both paths end the wave');
    expect(getReason('exp mrtz v0, off, off, off')).toBeUndefined();
  });

  it('that moves all accesses to an object before the wait is harmless unless that leaves the section empty', () => {
    const loads = ['s_load_b128 s[4:7], s[0:1], 0x20', 's_load_b128 s[8:11], s[0:1], 0x40'];
    const equivalences = (...accesses: string[]): (string | undefined)[] =>
      MUTANT_OPERATORS.find(({ name }) => name === 'access-above-entry')!
        .mutants(assemble(...loads, 's_wait_event 0x0', ...accesses, DONE))
        .map(({ equivalence }) => equivalence?.());
    expect(equivalences(store(4), store(8))).toEqual([
      expect.stringContaining('does not rely on their order'),
      undefined,
    ]);
    expect(equivalences(store(4), store(8), store(4))[0]).toBeUndefined();
    expect(equivalences('buffer_store_b32 v1, off, s[4:7], 0', store(8))[0]).toContain('shared by all lanes');
  });
});

describe('the order of accesses', () => {
  const add = 'buffer_atomic_add v1, v0, s[4:7], 0 offen';

  it.each([
    ['is invisible if every access is the same atomic with no result', true, [add, add]],
    ['is visible if an atomic returns the old value', false, [`${add} glc`]],
    ['is visible if a different atomic writes too', false, [add, 'buffer_atomic_or v1, v0, s[4:7], 0 offen']],
    ['is visible if a load reads the sum', false, [SET, add, LOAD]],
    ['is visible if one of the accesses is a store', false, [STORE]],
  ])('%s', (_name, isInvisible, lines) => {
    expect(explainUnobservableOrder(decodeLines(...lines)) !== undefined).toBe(isInvisible);
  });
});
