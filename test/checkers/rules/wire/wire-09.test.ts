import { expect, test } from 'vitest';
import type { Freedoms, Transaction } from '../../../../transactions/index.js';
import { launchedAt } from '../../support/launched.js';
import { scene } from '../../support/scenes.js';
import { firedRules, Stream } from '../../support/stream.js';

/** `s_mov_b32 s0, s0` and an `s_setreg_b32` that changes no packer. The program has four moves and a set, twice. */
const MOVE = 0xbe800300;
const SET = 0xb9800001;
const WORDS = [MOVE, MOVE, MOVE, MOVE, SET, MOVE, MOVE, MOVE, MOVE, SET, 0xbf810000];

/** A stretch of instructions: the cycle, the wave, and the indices of its first and last instructions. */
type Issue = readonly [cycle: number, wave: number, first: number, last: number];

/** Whether the rule fires for waves on these SIMDs that issue these stretches. */
function fires(
  simds: readonly number[],
  issues: readonly Issue[],
  more: {
    readonly freedoms?: Partial<Freedoms>;
    readonly words?: readonly number[];
    readonly first?: readonly Transaction[];
    readonly between?: readonly Transaction[];
  } = {},
): boolean {
  const plain = scene({ freedoms: { issueGap: [1, 2], ...more.freedoms } });
  const programs = plain.programs.map((program) => ({ ...program, words: more.words ?? WORDS }));
  const stream = new Stream({ ...plain, programs });
  for (const [wave, simd] of simds.entries()) {
    stream.form([{ x: 2 * wave, y: 0, primitive: wave }]);
    stream.add(launchedAt(stream.cycle + 1, wave, wave, { simd }));
  }
  for (const transaction of more.first ?? []) stream.add(transaction);
  for (const [at, [cycle, wave, first, last]] of issues.entries()) {
    if (at === issues.length - 1) for (const transaction of more.between ?? []) stream.add(transaction);
    stream.add({ kind: 'instructions-issued', cycle, wave, first: 4 * first, last: 4 * last });
  }
  return firedRules(stream.judge()).includes('WIRE-09');
}

test('a wave continues once its instructions have issued, one per cycle', () => {
  const next = (cycle: number): boolean =>
    fires(
      [0, 0],
      [
        [100, 0, 0, 3],
        [cycle, 0, 4, 4],
      ],
    );
  expect([next(103), next(104), next(400)]).toEqual([true, false, false]);
});

test('instructions started earlier by another wave on the SIMD issue first', () => {
  const firesOn = (simd: number): boolean =>
    fires(
      [0, simd],
      [
        [100, 0, 0, 3],
        [101, 1, 0, 3],
        [105, 1, 4, 4],
      ],
    );
  expect([firesOn(0), firesOn(1)]).toEqual([true, false]);
});

test('a wave that reaches a sleep may be late without reporting it', () => {
  const SLEEP = 0xbf8e0001;
  const lateAfter = (word: number): boolean =>
    fires(
      [0],
      [
        [100, 0, 0, 3],
        [140, 0, 5, 5],
      ],
      { words: [MOVE, MOVE, MOVE, MOVE, word, SET, 0xbf810000] },
    );
  expect([lateAfter(MOVE), lateAfter(SLEEP)]).toEqual([true, false]);
});

test('a SIMD issues for one wave per cycle', () => {
  const second = (cycle: number, simd: number): boolean =>
    fires(
      [0, simd],
      [
        [100, 0, 4, 4],
        [cycle, 1, 4, 4],
      ],
    );
  expect([second(100, 0), second(101, 0), second(100, 1)]).toEqual([true, false, false]);
});

test('a wave alone on its SIMD continues within the longest gap', () => {
  const next = (cycle: number, more = {}): boolean =>
    fires(
      [0, 1],
      [
        [100, 0, 0, 3],
        [cycle, 0, 4, 4],
      ],
      more,
    );
  expect([next(108), next(109)]).toEqual([false, true]);
  expect(next(109, { freedoms: { instructionCacheLines: 4 } })).toBe(false);
  expect(next(109, { between: [{ kind: 'slept', cycle: 105, wave: 0, pc: 16, duration: 3 }] })).toBe(false);
});

test('a wave that leaves a SIMD may have delayed the remaining one', () => {
  const firesIfOneLeaves = (at: 'first' | 'between', cycle: number): boolean =>
    fires(
      [0, 0],
      [
        [100, 0, 0, 3],
        [109, 0, 4, 4],
      ],
      { [at]: waveEnd(1, cycle) },
    );
  expect([firesIfOneLeaves('first', 90), firesIfOneLeaves('between', 108)]).toEqual([true, false]);
});

function waveEnd(wave: number, cycle: number): Transaction[] {
  return [
    { kind: 'wave-ended', cycle, wave, pc: 40, by: 'end', reason: '' },
    { kind: 'resource-released', cycle, wave, slot: wave },
  ];
}
