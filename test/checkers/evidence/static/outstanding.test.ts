import fc from 'fast-check';
import { decodeProgram, type Gfx, type Instruction } from '../../../../arch/index.js';
import {
  addOperation,
  applyWait,
  findLargestWaits,
  formatKey,
  getOutstanding,
  type Outstanding,
} from '../../../../checkers/evidence/static/outstanding.js';
import {
  assemble,
  changeSection,
  findBrokenRules,
  getFinding,
  replaceLine,
  SECTION,
} from './support/section-text.js';

const LOAD = 'buffer_load_dword v1, v0, s[0:3], 0 offen';
const SECTION_LOAD = 'buffer_load_dword v1, v0, s[0:3], 0 offen glc';
const SCALAR_LOAD = 's_load_dword s12, s[10:11], 0x0';
const EXPORT = 'exp null off, off, off, off done vm';

function getOperations(lines: readonly string[]) {
  const { instructions } = decodeProgram(assemble(lines, 'gfx10.3'), 'gfx10.3', 64);
  return instructions.flatMap((instruction: Instruction) =>
    getOutstanding(instruction, undefined, false, 'gfx10.3'),
  );
}

test('a wait for n leaves the newest n in-order operations outstanding, and all out-of-order ones unless n is 0', () => {
  const programs = fc.array(fc.constantFrom(LOAD, SCALAR_LOAD), { maxLength: 12 });
  fc.assert(
    fc.property(programs, fc.nat(4), (lines, limit) => {
      const list = getOperations(lines);
      const vector = list.filter(({ counter }) => counter === 'vm');
      const scalar = list.filter(({ counter }) => counter === 'lgkm');
      const remaining = applyWait(list, { vm: limit, lgkm: limit });
      expect(remaining.filter(({ counter }) => counter === 'vm')).toEqual(
        vector.slice(-limit || vector.length),
      );
      expect(remaining.filter(({ counter }) => counter === 'lgkm')).toHaveLength(
        limit === 0 ? 0 : scalar.length,
      );
      expect(remaining.filter(({ assumedReturned }) => assumedReturned)).toHaveLength(
        limit === 0 ? 0 : Math.max(0, scalar.length - limit),
      );
    }),
  );
});

test('a wait for n does not cover an operation that newer ones of a different kind may overtake', () => {
  const local = 'ds_read_b32 v1, v0';
  const [first, second, scalar] = getOperations([local, local, SCALAR_LOAD]);
  expect(applyWait([first, second], { lgkm: 1 })).toEqual([second]);
  expect(applyWait([first, scalar], { lgkm: 1 })).toEqual([{ ...first, assumedReturned: true }, scalar]);
  const [exported] = getOperations([EXPORT]);
  const parameter = { ...exported, kind: 'parameter-load' as const };
  expect(applyWait([exported, parameter], { exp: 1 })).toEqual([
    { ...exported, assumedReturned: true },
    parameter,
  ]);
  expect(applyWait([exported, parameter], { exp: 0 })).toEqual([]);
});

test('RACE-02 fires if a wait for a flat load covers only one of its two counters', () => {
  const flat = 'flat_load_dword v1, v[2:3]';
  const read = (wait: string) => changeSection('gfx10.3', 's_waitcnt vmcnt(0)', flat, wait);
  expect(getFinding('RACE-02', read('s_waitcnt vmcnt(0)'), 'gfx10.3').observed).toContain('reads it');
  expect(findBrokenRules(read('s_waitcnt vmcnt(0) lgkmcnt(0)'), 'gfx10.3')).not.toContain('RACE-02');
});

test('flat loads return in order on GFX10 and later', () => {
  const loads = ['flat_load_dword v1, v[2:3]', 'flat_load_dword v8, v[4:5]'];
  const read = (gfx: Gfx) =>
    findBrokenRules(changeSection(gfx, 's_waitcnt vmcnt(0)', ...loads, 's_waitcnt vmcnt(1) lgkmcnt(1)'), gfx);
  expect(read('gfx10.3')).toEqual([]);
  expect(read('gfx9')).toContain('RACE-04');
});

test('a wait on one counter does not affect the others', () => {
  const list = getOperations([LOAD, SCALAR_LOAD]);
  expect(applyWait(list, { vm: 0 })).toEqual([list[1]]);
});

const LARGEST = { vm: 0, vs: 0, lgkm: 0, exp: 0, sample: 0, bvh: 0, km: 0 };

test('only the newest operations that waits can distinguish are tracked, at most three per instruction', () => {
  const [load] = getOperations([LOAD]);
  const four = Array.from({ length: 4 }, () => ({ ...load }));
  const trackedUpTo = (vm: number) =>
    four.reduce<readonly Outstanding[]>(
      (list, operation) => addOperation(list, operation, { ...LARGEST, vm }),
      [],
    );
  expect([0, 1, 2, 3].map((vm) => trackedUpTo(vm).length)).toEqual([1, 2, 3, 3]);
  expect(trackedUpTo(5)).toEqual(four.slice(1));
});

test('the largest wait on a counter is the one that leaves the most operations outstanding', () => {
  const lines = ['s_waitcnt vmcnt(2) lgkmcnt(0)', 's_waitcnt vmcnt(1)', 's_waitcnt_vscnt null, 0x3'];
  const { instructions } = decodeProgram(assemble(lines, 'gfx10.3'), 'gfx10.3', 64);
  expect(findLargestWaits(instructions)).toEqual({ ...LARGEST, vm: 2, vs: 3 });
});

test('outstanding operations are compared as a set if every wait drains them, otherwise as a list', () => {
  const bothLoads = getOperations([LOAD, LOAD.replace('v1', 'v2')]);
  const reversedLoads = [...bothLoads].reverse();
  expect(formatKey(bothLoads, LARGEST)).toBe(formatKey(reversedLoads, LARGEST));
  expect(formatKey(bothLoads, { ...LARGEST, vm: 1 })).not.toBe(
    formatKey(reversedLoads, { ...LARGEST, vm: 1 }),
  );
  expect(formatKey(bothLoads, LARGEST)).not.toBe(formatKey(bothLoads.slice(1), LARGEST));
});

test('RACE-02 fires on paths that read or overwrite a register without waiting for its load', () => {
  const earlyUse = changeSection('gfx10.3', 's_waitcnt vmcnt(0)');
  expect(getFinding('RACE-02', earlyUse, 'gfx10.3').observed).toContain(
    'v_add_f32_e32 v1, 1.0, v1) reads it',
  );
  const overwrites = changeSection(
    'gfx10.3',
    's_waitcnt vmcnt(0)',
    'v_mov_b32_e32 v1, 0',
    's_waitcnt vmcnt(0)',
  );
  expect(getFinding('RACE-02', overwrites, 'gfx10.3').observed).toContain('overwrites it');
});

test('RACE-02 fires on a path that no run has taken', () => {
  const text = changeSection(
    'gfx10.3',
    's_waitcnt vmcnt(0)',
    's_cbranch_vccz skip',
    's_waitcnt vmcnt(0)',
    'skip:',
  );
  const finding = getFinding('RACE-02', text, 'gfx10.3');
  expect(finding.steps.some((step) => step.endsWith('s_cbranch_vccz 1, taken'))).toBe(true);
});

test('RACE-02 does not fire when a later load on the same counter overwrites the register', () => {
  expect(
    findBrokenRules(changeSection('gfx10.3', 's_waitcnt vmcnt(0)', LOAD, 's_waitcnt vmcnt(0)'), 'gfx10.3'),
  ).toEqual([]);
});

test("RACE-02 fires when an export's data is overwritten before expcnt shows that it has been read", () => {
  const sourceExport = 'exp mrt0 v2, v2, v2, v2 done vm';
  const overwrite = 'v_mov_b32_e32 v2, 0';
  expect(findBrokenRules(changeSection('gfx10.3', EXPORT, sourceExport, overwrite), 'gfx10.3')).toEqual([
    'RACE-02',
  ]);
  const waits = changeSection('gfx10.3', EXPORT, sourceExport, 's_waitcnt expcnt(0)', overwrite);
  expect(findBrokenRules(waits, 'gfx10.3')).toEqual([]);
});

test('RACE-01 fires on paths that exit with an ordered load or store outstanding (F102, F103, F106)', () => {
  const message = 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)';
  const wait = 's_waitcnt_vscnt null, 0x0';
  expect(findBrokenRules(changeSection('gfx10.3', wait), 'gfx10.3')).toEqual(['RACE-01']);
  expect(findBrokenRules(changeSection('gfx10.3', wait, 's_waitcnt_vscnt null, 0x1'), 'gfx10.3')).toEqual([
    'RACE-01',
  ]);
  expect(findBrokenRules(changeSection('gfx10.3', message, LOAD, message), 'gfx10.3')).toEqual(['RACE-01']);
  expect(findBrokenRules(replaceLine(SECTION.gfx11, wait), 'gfx11')).toEqual(['RACE-01']);
});

test('RACE-01 fires on paths without overlap that end with an ordered store outstanding and no message (U3)', () => {
  const [wait, message] = ['s_waitcnt_vscnt null, 0x0', 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)'];
  const alone = ['s_bitcmp1_b32 s4, 31', 's_cbranch_scc0 alone'];
  const waits = replaceLine(changeSection('gfx10.3', message, ...alone, message, 'alone:'), wait, wait);
  expect(findBrokenRules(waits, 'gfx10.3')).toEqual([]);
  const lateWait = replaceLine(replaceLine(waits, wait), message, wait, message);
  expect(getFinding('RACE-01', lateWait, 'gfx10.3').allowed).toContain('before it ends, without an exit,');
  expect(findBrokenRules(lateWait, 'gfx10.3')).toEqual(['RACE-01']);
});

test('RACE-01 does not fire for an object that no path accesses inside a section', () => {
  const loadBefore = 'buffer_load_dword v9, v0, s[16:19], 0 offen';
  expect(findBrokenRules([loadBefore, ...SECTION['gfx10.3']], 'gfx10.3')).toEqual([]);
});

// PROTO-08 fires too, because the store before the section writes the section's memory.
test('RACE-01 identifies the accessed object even after its descriptor is moved', () => {
  const moves = ['s_mov_b64 s[16:17], s[0:1]', 's_mov_b64 s[18:19], s[2:3]'];
  const earlyExit = [...moves, 'buffer_store_dword v9, v0, s[16:19], 0 offen', 's_cbranch_execz out'];
  const exit = ['out:', 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)', EXPORT, 's_endpgm'];
  expect(findBrokenRules([...earlyExit, ...SECTION['gfx10.3'], ...exit], 'gfx10.3')).toEqual([
    'PROTO-08',
    'RACE-01',
  ]);
});

test('RACE-01 identifies the object of an earlier access by the address of its descriptor', () => {
  const loadDescriptor = (first: number) => `s_load_dwordx4 s[${first}:${first + 3}], s[10:11], 0xc0`;
  const loads = [loadDescriptor(16), loadDescriptor(20), 's_waitcnt lgkmcnt(0)'];
  const storeBefore = (text: readonly string[]) => [
    ...loads,
    'buffer_store_dword v9, v0, s[20:23], 0 offen',
    ...text.map((line) => line.replace('s[0:3]', 's[16:19]')),
  ];
  expect(findBrokenRules(storeBefore(SECTION['gfx10.3']), 'gfx10.3')).toEqual(['PROTO-08']);
  const discards = ['s_cbranch_execz out', ...SECTION['gfx10.3'], 'out:'];
  const exit = ['s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)', EXPORT, 's_endpgm'];
  expect(findBrokenRules(storeBefore([...discards, ...exit]), 'gfx10.3')).toEqual(['PROTO-08', 'RACE-01']);
});

test('a move with an M0-relative source is not assumed to read a register that is being loaded', () => {
  const addMove = (move: string) => changeSection('gfx10.3', SECTION_LOAD, SECTION_LOAD, move);
  expect(findBrokenRules(addMove('v_movrels_b32_e32 v9, v0'), 'gfx10.3')).toEqual([]);
  expect(findBrokenRules(addMove('v_movreld_b32_e32 v9, v1'), 'gfx10.3')).toEqual(['RACE-02']);
});

test('RACE-01 allows a load to be outstanding at the exit only if no path writes the memory', () => {
  const exit = 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)';
  const load = (descriptor: string) => `buffer_load_dword v9, v0, ${descriptor}, 0 offen`;
  const use = ['s_waitcnt vmcnt(0)', 'v_mov_b32_e32 v10, v9'];
  const readAfterExit = (descriptor: string) =>
    changeSection('gfx10.3', exit, load(descriptor), exit, ...use);
  expect(findBrokenRules(readAfterExit('s[12:15]'), 'gfx10.3')).toEqual([]);
  expect(getFinding('RACE-01', readAfterExit('s[0:3]'), 'gfx10.3').observed).toContain(
    'This path never waits for the access at',
  );
  const store = 'buffer_store_dword v1, v0, s[12:15], 0 offen glc';
  const withStore = replaceLine(
    readAfterExit('s[12:15]'),
    load('s[12:15]'),
    store,
    's_waitcnt_vscnt null, 0x0',
    load('s[12:15]'),
  );
  expect(findBrokenRules(withStore, 'gfx10.3')).toContain('RACE-01');
});
