import { assembleProgram, type ChipName } from '../../../../arch/index.js';
import type { KnobValues, Transaction } from '../../../../transactions/index.js';
import { makeLaunch } from '../../support/launches.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/** `s_mov_b32 s0, s0`. */
const MOVE = 0xbe800300;
/** An `s_setreg_b32` that does not change the packer. */
const SETREG = 0xb9800001;
const WORDS = [MOVE, MOVE, MOVE, MOVE, SETREG, MOVE, MOVE, MOVE, MOVE, SETREG, 0xbf810000];

/** A range of instructions that a wave issues from one cycle on, given as the indices of the first and last. */
type IssuedRange = readonly [cycle: number, wave: number, first: number, last: number];

function fires(
  simds: readonly number[],
  issues: readonly IssuedRange[],
  options: {
    readonly freedoms?: Partial<KnobValues>;
    readonly words?: readonly number[];
    readonly chip?: ChipName;
    readonly initial?: readonly Transaction[];
    readonly beforeLast?: readonly Transaction[];
  } = {},
): boolean {
  const { chip = 'navi21' } = options;
  const baseScene = scene({ chip, freedoms: { issueGap: [1, 2], ...options.freedoms } });
  const programs = baseScene.programs.map((program) => ({ ...program, words: options.words ?? WORDS }));
  const stream = new Stream({ ...baseScene, programs });
  for (const [wave, simd] of simds.entries()) {
    stream.form([{ x: 2 * wave, y: 0, primitive: wave }]);
    stream.add(makeLaunch(stream.cycle + 1, wave, wave, { simd }));
  }
  for (const transaction of options.initial ?? []) stream.add(transaction);
  for (const [index, [cycle, wave, first, last]] of issues.entries()) {
    if (index === issues.length - 1) for (const event of options.beforeLast ?? []) stream.add(event);
    stream.add({ kind: 'instructions-issued', cycle, wave, first: 4 * first, last: 4 * last });
  }
  return listFiredRules(stream.judge()).includes('WIRE-09');
}

test('a wave continues only after its instructions have been issued, one per cycle', () => {
  const firesFor = (cycle: number): boolean =>
    fires(
      [0, 0],
      [
        [100, 0, 0, 3],
        [cycle, 0, 4, 4],
      ],
    );
  expect([firesFor(103), firesFor(104), firesFor(400)]).toEqual([true, false, false]);
});

test('instructions that another wave on the SIMD started earlier are issued first', () => {
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

test('a wave that reaches a sleep instruction may be late even if its sleep is not reported', () => {
  const SLEEP = 0xbf8e0001;
  const firesAfter = (word: number): boolean =>
    fires(
      [0],
      [
        [100, 0, 0, 3],
        [140, 0, 5, 5],
      ],
      { words: [MOVE, MOVE, MOVE, MOVE, word, SETREG, 0xbf810000] },
    );
  expect([firesAfter(MOVE), firesAfter(SLEEP)]).toEqual([true, false]);
});

test('a SIMD starts at most one wave per cycle', () => {
  const firesFor = (cycle: number, simd: number): boolean =>
    fires(
      [0, simd],
      [
        [100, 0, 4, 4],
        [cycle, 1, 4, 4],
      ],
    );
  expect([firesFor(100, 0), firesFor(101, 0), firesFor(100, 1)]).toEqual([true, false, false]);
});

test.each([
  ['s_branch 0', 'gfx10.3', true],
  ['s_waitcnt 0', 'gfx10.3', false],
  ['buffer_load_dword v0, v1, s[0:3], 0 offen', 'gfx10.3', false],
  ['ds_read_b32 v0, v1', 'gfx10.3', false],
  ['exp mrt0 off, off, off, off done', 'gfx10.3', false],
  ['s_sendmsg 7', 'gfx10.3', false],
  ['s_wait_event 0x0', 'gfx11', false],
  ['lds_param_load v2, attr0.x wait_vdst:0', 'gfx11', false],
] as const)(
  'a wave that starts at %s may have waited for others, or uses the start slot too',
  (text, gfx, expected) => {
    const words = [MOVE, MOVE, MOVE, MOVE, ...assembleProgram(`${text}\ns_endpgm`, gfx)];
    const starts: readonly IssuedRange[] = [
      [100, 0, 4, 4],
      [100, 1, 4, 4],
    ];
    expect(fires([0, 0], starts, { words, chip: gfx === 'gfx11' ? 'navi31' : 'navi21' })).toBe(expected);
  },
);

test('a wave that is alone on its SIMD continues within the maximum issue gap', () => {
  const firesFor = (cycle: number, options = {}): boolean =>
    fires(
      [0, 1],
      [
        [100, 0, 0, 3],
        [cycle, 0, 4, 4],
      ],
      options,
    );
  expect([firesFor(108), firesFor(109)]).toEqual([false, true]);
  expect(firesFor(109, { freedoms: { instructionCacheLines: 4 } })).toBe(false);
  expect(firesFor(109, { beforeLast: [{ kind: 'slept', cycle: 105, wave: 0, pc: 16, duration: 3 }] })).toBe(
    false,
  );
});

test('a wave that has ended may have delayed the other wave on its SIMD', () => {
  const firesIfOtherEnds = (position: 'initial' | 'beforeLast', cycle: number): boolean =>
    fires(
      [0, 0],
      [
        [100, 0, 0, 3],
        [109, 0, 4, 4],
      ],
      { [position]: createWaveEnd(1, cycle) },
    );
  expect([firesIfOtherEnds('initial', 90), firesIfOtherEnds('beforeLast', 108)]).toEqual([true, false]);
});

function createWaveEnd(wave: number, cycle: number): Transaction[] {
  return [
    { kind: 'wave-ended', cycle, wave, pc: 40, by: 'end', reason: '' },
    { kind: 'resource-released', cycle, wave, slot: wave },
  ];
}
