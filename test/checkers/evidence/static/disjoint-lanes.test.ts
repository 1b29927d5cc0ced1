import type { Gfx } from '../../../../arch/index.js';
import { changeSection, findBrokenRules, type ProgramLines } from './support/section-text.js';

/** A vector instruction between the load and the scalar write of EXEC, which GFX10 needs (H-21). */
const END_OF_HAZARD = 'v_nop';

/** Builds a program with a load on one side of a branch, followed by the given lines and a wait for the load. */
function buildBranchedProgram(gfx: Gfx, ...lines: readonly string[]): ProgramLines {
  const load = gfx === 'gfx11' ? 'buffer_load_b32' : 'buffer_load_dword';
  const exit =
    gfx === 'gfx11' ? 'exp mrt0 off, off, off, off done' : 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)';
  return changeSection(
    gfx,
    exit,
    'v_cmp_eq_u32_e64 s[20:21], v5, v6',
    's_and_saveexec_b64 s[22:23], s[20:21]',
    's_cbranch_execz other',
    `${load} v9, v0, s[0:3], 0 offen glc`,
    END_OF_HAZARD,
    'other:',
    ...lines,
    's_mov_b64 exec, s[22:23]',
    's_waitcnt vmcnt(0)',
    exit,
  );
}

const OTHER_SIDE = 's_andn2_b64 exec, s[22:23], exec';
const MOVE = 'v_mov_b32_e32 v9, 0';

describe('a register written by a load in some lanes', () => {
  it.each(['gfx9', 'gfx10', 'gfx10.3'] as const)('may be used in the other lanes on %s', (gfx) => {
    expect(findBrokenRules(buildBranchedProgram(gfx, OTHER_SIDE, MOVE), gfx)).toEqual([]);
    expect(
      findBrokenRules(
        buildBranchedProgram(gfx, 's_xor_b64 exec, exec, s[22:23]', 'v_add_f32_e32 v8, v9, v9'),
        gfx,
      ),
    ).toEqual([]);
    expect(
      findBrokenRules(buildBranchedProgram(gfx, 's_andn2_b64 exec, s[22:23], s[20:21]', MOVE), gfx),
    ).toEqual([]);
  });

  it('must not be used at all if loads overwrite inactive lanes', () => {
    expect(
      findBrokenRules(buildBranchedProgram('gfx11', 's_and_not1_b64 exec, s[22:23], exec', MOVE), 'gfx11'),
    ).toEqual(['RACE-02']);
  });

  it.each([
    ['the same lanes', [MOVE]],
    ['all lanes', ['s_mov_b64 exec, s[22:23]', MOVE]],
    [
      'lanes selected by another condition',
      ['v_cmp_lt_u32_e64 s[20:21], v5, v6', 's_andn2_b64 exec, s[22:23], s[20:21]', MOVE],
    ],
    ['lanes whose mask is no longer in a register', [OTHER_SIDE, 's_mov_b64 exec, s[24:25]', MOVE]],
    ['whole quads of the other lanes', [OTHER_SIDE, 's_wqm_b64 exec, exec', MOVE]],
    ['a lane read regardless of exec', [OTHER_SIDE, 'v_readlane_b32 s24, v9, 0']],
    [
      'neighbouring lanes',
      [OTHER_SIDE, 'v_mov_b32_dpp v8, v9 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf'],
    ],
  ])('must not be used in %s', (_, lines) => {
    expect(findBrokenRules(buildBranchedProgram('gfx10.3', ...lines), 'gfx10.3')).toEqual(['RACE-02']);
  });

  it('must not be used in lanes that an earlier iteration loads without waiting', () => {
    const createIteration = (wait: string) => [
      's_mov_b64 exec, s[22:23]',
      'again:',
      'v_cmp_eq_u32_e64 s[20:21], v5, v6',
      's_and_b64 exec, s[22:23], s[20:21]',
      'buffer_load_dword v9, v0, s[0:3], 0 offen glc',
      's_andn2_b64 exec, s[22:23], s[20:21]',
      MOVE,
      's_mov_b64 exec, s[22:23]',
      wait,
      's_cbranch_vccnz again',
    ];
    const waitingIteration = createIteration('s_waitcnt vmcnt(0)');
    expect(
      findBrokenRules(buildBranchedProgram('gfx10.3', 's_waitcnt vmcnt(0)', ...waitingIteration), 'gfx10.3'),
    ).toEqual([]);
    expect(
      findBrokenRules(
        buildBranchedProgram('gfx10.3', 's_waitcnt vmcnt(0)', ...createIteration('s_nop 0')),
        'gfx10.3',
      ),
    ).toEqual(['RACE-02']);
  });
});

const WAIT = 's_waitcnt vmcnt(0)';
const EXIT = 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)';

/** Builds an if with two sides that can each be skipped, after a load that is used after it. */
function buildSides(before: readonly string[], first: readonly string[], second: readonly string[]) {
  return changeSection(
    'gfx10.3',
    EXIT,
    'buffer_load_dword v9, v0, s[0:3], 0 offen glc',
    ...before,
    's_mov_b64 s[22:23], exec',
    'v_cmpx_ne_u32_e32 v5, v6',
    's_cbranch_execz second',
    ...first,
    'second:',
    's_andn2_b64 exec, s[22:23], exec',
    's_cbranch_execz behind',
    ...second,
    'behind:',
    's_mov_b64 exec, s[22:23]',
    'v_mov_b32_e32 v9, v9',
    WAIT,
    EXIT,
  );
}

/** Waits in a loop over the values of a register, behind a branch that skips the wait if no lane has the value. */
const waitInWaterfall = (compared: string): readonly string[] => [
  's_mov_b64 s[26:27], exec',
  's_mov_b64 s[28:29], exec',
  'again:',
  'v_readfirstlane_b32 s24, v5',
  `v_cmpx_eq_u32_e32 s24, ${compared}`,
  's_cbranch_execz none',
  WAIT,
  'none:',
  's_andn2_wrexec_b64 s[26:27], s[26:27]',
  's_cbranch_scc1 again',
  's_mov_b64 exec, s[28:29]',
];

describe('a wait on both sides of an if', () => {
  it.each([
    ['that some lanes take', [], [WAIT], [WAIT], []],
    ['in a loop over all values', [], waitInWaterfall('v5'), [WAIT], []],
    ['on the first side only', [], [WAIT], [], ['RACE-02']],
    ['in a loop over other values', [], waitInWaterfall('v6'), [WAIT], ['RACE-02']],
    ['that no lane may take', ['v_cmpx_lt_u32_e32 v5, v7'], [WAIT], [WAIT], ['RACE-02']],
  ])('%s', (_, before, first, second, broken) => {
    expect(findBrokenRules(buildSides(before, first, second), 'gfx10.3')).toEqual(broken);
  });
});
