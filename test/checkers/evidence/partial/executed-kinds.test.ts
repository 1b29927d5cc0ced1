import { assembleProgram, chipOf, decodeCached } from '../../../../arch/index.js';
import { createLedgers } from '../../../../checkers/evidence/facts/ledgers.js';
import { ExecutedKinds } from '../../../../checkers/evidence/partial/executed-kinds.js';
import type { Transaction, TransactionKind } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';

const CHIP = 'navi21';
const { gfx } = chipOf(CHIP);

const KINDS: readonly TransactionKind[] = ['message-sent', 'wait-done', 'memory-issued', 'exiting-id-polled'];

/**
 * Returns the kinds that a stream must contain after two waves have reported executing parts of the program. Each
 * report gives the wave (0 by default) and either a range from line `first` to line `last` or the line at which the
 * wave ended.
 */
function getRequiredKinds(
  lines: readonly string[],
  ...reports: readonly { first?: number; last?: number; end?: number; wave?: number; by?: 'end' | 'halt' }[]
): readonly TransactionKind[] {
  const baseScene = scene({ chip: CHIP, primitives: 1 });
  const words = assembleProgram(lines.join('\n'), gfx);
  const scenario = { ...baseScene, programs: [{ ...baseScene.programs[0], words: [...words] }] };
  const ledgers = createLedgers(scenario, 4);
  const kinds = new ExecutedKinds(ledgers);
  const stream = new Stream(scenario);
  for (const x of [0, 2]) stream.form([{ x, y: 0, primitive: 0 }]);
  const { instructions } = decodeCached(words, gfx, scenario.wave);
  const getPc = (index: number): number => instructions[index].pc;
  const observe = (transaction: Transaction): void => {
    for (const { on } of [ledgers.waves, kinds]) {
      (on[transaction.kind] as ((transaction: Transaction) => void) | undefined)?.(transaction);
    }
  };
  for (const { first = 0, last = first, end, wave = 0, by = 'end' } of reports) {
    if (end === undefined) stream.run(wave, getPc(first), getPc(last));
    else stream.add({ kind: 'wave-ended', cycle: ++stream.cycle, wave, pc: getPc(end), by, reason: '' });
  }
  stream.transactions.forEach(observe);
  return KINDS.filter((kind) => kinds.requires(kind));
}

const MESSAGE = 's_sendmsg 7';
const WAIT = 's_waitcnt vmcnt(0)';
const MOVE = 's_mov_b32 s0, 0';
const LOAD = 's_load_dword s0, s[2:3], 0x0';
const END = 's_endpgm';

test('a stream needs every kind in the program until a range is reported, then only the executed kinds', () => {
  const lines = [MOVE, LOAD, MESSAGE, END];
  expect(getRequiredKinds(lines)).toEqual(['message-sent', 'memory-issued']);
  expect(getRequiredKinds(lines, { first: 0 })).toEqual([]);
  expect(getRequiredKinds(lines, { first: 0, last: 1 })).toEqual(['memory-issued']);
});

test('a stream needs all kinds in the programs once a wave with an unknown program has run', () => {
  expect(getRequiredKinds([MOVE, LOAD, END], { first: 0 }, { first: 0, wave: 7 })).toEqual(['memory-issued']);
});

test('instructions before the first range, between ranges and before the end count as executed', () => {
  expect(getRequiredKinds([WAIT, MOVE, END], { first: 1 })).toEqual(['wait-done']);
  expect(getRequiredKinds([MOVE, MESSAGE, MOVE, END], { first: 0 }, { first: 2 })).toEqual(['message-sent']);
  expect(getRequiredKinds([MOVE, MESSAGE, END], { first: 0 }, { end: 2 })).toEqual(['message-sent']);
});

test('instructions between ranges do not count as executed if the wave halted or a range is missing', () => {
  expect(getRequiredKinds([MOVE, MESSAGE, END], { first: 0 }, { end: 2, by: 'halt' })).toEqual([]);
  expect(getRequiredKinds([MOVE, MESSAGE, MOVE, WAIT, MOVE, END], { first: 0 }, { first: 4 })).toEqual([]);
});

test('instructions are counted separately for each wave, from its last range', () => {
  const lines = [MOVE, MESSAGE, MOVE, WAIT, MOVE, END];
  expect(getRequiredKinds(lines, { first: 2 }, { first: 4 })).toEqual(['wait-done']);
  expect(getRequiredKinds(lines, { first: 0 }, { first: 2, wave: 1 }, { first: 2 })).toEqual([
    'message-sent',
  ]);
});

test('after a branch, only instructions common to both paths count', () => {
  const branchOver = ['s_cbranch_scc1 1', MESSAGE, WAIT, MOVE, END];
  expect(getRequiredKinds(branchOver, { first: 0 }, { first: 3 })).toEqual(['wait-done']);
  const fallThrough = ['s_cbranch_scc1 1', MESSAGE, MOVE, END];
  expect(getRequiredKinds(fallThrough, { first: 0 }, { first: 2 })).toEqual([]);
});

test('nothing counts as executed after a jump to a register value', () => {
  expect(getRequiredKinds(['s_setpc_b64 s[4:5]', MESSAGE, MOVE, END], { first: 0 }, { first: 2 })).toEqual(
    [],
  );
});

test('any instruction that reads the exiting id counts as a poll', () => {
  expect(getRequiredKinds(['s_mov_b32 s9, src_pops_exiting_wave_id', MOVE, END], { first: 0 })).toEqual([
    'exiting-id-polled',
  ]);
});
