import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { checkFile } from './support/check-text.js';

const folder = createTempFolder();

const PIXEL_ADDRESS = [
  'v_and_b32_e32 v1, 0xffff, v0',
  'v_lshrrev_b32_e32 v2, 16, v0',
  'v_lshl_add_u32 v1, v2, 6, v1',
  'v_lshlrev_b32_e32 v1, 2, v1',
];
const WAIT = 's_wait_event 0x0';
const END = ['s_waitcnt_vscnt null, 0x0', 'exp mrt0 off, off, off, off done', 's_endpgm'];

/** Checks a GFX11 program with three buffers; returns the verdict and the rules that fired, with severities. */
function check(name: string, state: object, lines: readonly string[], seeds: number) {
  const buffers = [0, 1, 2].map((i) => ({ name: `buffer_descriptor[${i}]`, file: 's', reg: 4 * i, size: 4 }));
  const args = [
    ...buffers,
    { name: 'prim_mask', file: 's', reg: 12, size: 1 },
    { name: 'pos_fixed_pt', file: 'v', reg: 0, size: 1 },
  ];
  const path = join(folder, `${name}.s`);
  writeFileSync(path, lines.join('\n'));
  writeFileSync(
    join(folder, `${name}.state.json`),
    JSON.stringify({ chip: 'navi31', wave: 32, args, ...state }),
  );
  const { verdict, violations, value } = checkFile(path, {}, { seeds });
  const found = violations.filter(({ violation }) => !violation.rule.startsWith('PERF'));
  return {
    verdict,
    compared: value.compared,
    found: found.map(({ violation }) => `${violation.rule} ${violation.severity}`),
  };
}

/**
 * Returns a program that builds a list per pixel, allocating nodes from the counter at `counter` (`off` means one
 * counter for all pixels).
 */
function makeListProgram(counter: string, entry: readonly string[], lateEntry: readonly string[]): string[] {
  return [
    ...PIXEL_ADDRESS,
    ...entry,
    'v_mov_b32_e32 v3, 1',
    `buffer_atomic_add_u32 v3, ${counter} glc`,
    's_waitcnt vmcnt(0)',
    'v_add_nc_u32_e32 v4, 1, v3',
    'buffer_atomic_swap_b32 v4, v1, s[4:7], 0 offen glc',
    ...lateEntry,
    'v_lshlrev_b32_e32 v5, 3, v3',
    's_waitcnt vmcnt(0)',
    'buffer_store_b32 v4, v5, s[8:11], 0 offen',
    ...END,
  ];
}

describe('under an unordered interlock', () => {
  const state = { interlock: 'pixel_interlock_unordered' };

  it('allows stored values to depend on a counter shared by all pixels', () => {
    const shared = makeListProgram('off, s[0:3], 0', [WAIT], []);
    expect(check('shared', state, shared, 20)).toMatchObject({ verdict: 'pass', found: [] });
  });

  it("requires values that depend on a pixel's counter to match some order of the sections", () => {
    const perPixel = (entry: string[], late: string[]) => makeListProgram('v1, s[0:3], 0 offen', entry, late);
    expect(check('pixel', state, perPixel([WAIT], []), 20)).toMatchObject({ verdict: 'pass', found: [] });
    expect(check('late', state, perPixel([], [WAIT]), 20).found).toContain('ORD-09 error');
  });
});

describe('an object that is accessed outside the section', () => {
  const increment = (buffer: string) => [
    `buffer_load_b32 v3, v1, ${buffer}, 0 offen glc`,
    's_waitcnt vmcnt(0)',
    'v_add_nc_u32_e32 v3, 1, v3',
    `buffer_store_b32 v3, v1, ${buffer}, 0 offen`,
    's_waitcnt_vscnt null, 0x0',
  ];
  const inside = [WAIT, ...increment('s[0:3]'), ...END];

  it('is skipped with one warning if no section accesses it', () => {
    const { verdict, compared, found } = check(
      'apart',
      {},
      [...PIXEL_ADDRESS, ...increment('s[4:7]'), ...inside],
      4,
    );
    expect({ verdict, found }).toEqual({ verdict: 'pass', found: ['ORD-03 warning'] });
    expect(compared).toBeGreaterThan(0);
  });

  it('causes a race if the section also accesses it', () => {
    const both = [...PIXEL_ADDRESS, ...increment('s[0:3]'), ...inside];
    expect(check('both', {}, both, 4)).toMatchObject({
      verdict: 'fail',
      found: expect.arrayContaining(['ORD-03 error']),
    });
  });

  it('causes a race even if the section is empty', () => {
    const empty = [...PIXEL_ADDRESS, ...increment('s[0:3]'), WAIT, ...END];
    expect(check('empty', {}, empty, 4)).toMatchObject({
      verdict: 'fail',
      found: expect.arrayContaining(['PROTO-08 error']),
    });
  });

  it.each([
    ['other data', 'pixel_interlock_ordered', 'v3', ['PROTO-08 error']],
    ['the same data', 'pixel_interlock_ordered', 'v4', []],
    ['other data in any order', 'pixel_interlock_unordered', 'v3', []],
  ])('is judged by whether overlapping waves store %s', (_, interlock, data, found) => {
    const start = [...PIXEL_ADDRESS, 'v_lshlrev_b32_e32 v1, 1, v1', 'v_mov_b32_e32 v4, 1'];
    const late = [`buffer_store_b32 ${data}, v1, s[0:3], 0 offen offset:4`, 's_endpgm'];
    const lines = [...start, ...inside.slice(0, -1), ...late];
    expect(check(`${data}-${interlock}`, { interlock }, lines, 4).found).toEqual(found);
  });

  it("causes a warning if the section is empty and pixels share the object's words", () => {
    const perColumn = [...PIXEL_ADDRESS, 'v_and_b32_e32 v1, 0xfc, v1', ...increment('s[0:3]'), WAIT, ...END];
    const { verdict, found } = check('columns', {}, perColumn, 8);
    expect({ verdict, found }).toEqual({ verdict: 'pass', found: ['ORD-03 warning'] });
  });

  it('causes a race if the state declares it ordered', () => {
    const ordered = { ordered: ['buffer_descriptor[1]'] };
    const declared = check('declared', ordered, [...PIXEL_ADDRESS, ...increment('s[4:7]'), ...inside], 4);
    expect(declared).toMatchObject({ verdict: 'fail', found: expect.arrayContaining(['ORD-03 error']) });
  });
});

describe('the values that a section stores', () => {
  /**
   * Returns a program in which each pixel adds its column's word plus one to its own word and, if `counted`, also
   * increments the column's word.
   */
  const makeColumnSum = (counted: boolean, entry: readonly string[], late: readonly string[]) => [
    ...PIXEL_ADDRESS,
    'v_and_b32_e32 v5, 0xfc, v1',
    ...entry,
    'buffer_load_b32 v3, v5, s[0:3], 0 offen glc',
    'buffer_load_b32 v4, v1, s[4:7], 0 offen glc',
    's_waitcnt vmcnt(0)',
    'v_add_nc_u32_e32 v3, 1, v3',
    'v_add_nc_u32_e32 v4, v4, v3',
    ...(counted ? ['buffer_store_b32 v3, v5, s[0:3], 0 offen'] : []),
    ...late,
    'buffer_store_b32 v4, v1, s[4:7], 0 offen',
    ...END,
  ];

  it('can depend on words that other pixels write', () => {
    expect(check('others', {}, makeColumnSum(true, [WAIT], []), 4)).toMatchObject({
      verdict: 'pass',
      found: [],
    });
  });

  it('must not depend on timing if the words that several pixels read are never written', () => {
    const late = check('readers', {}, makeColumnSum(false, [], [WAIT]), 4);
    expect(late).toMatchObject({ verdict: 'fail', found: expect.arrayContaining(['ORD-03 error']) });
  });
});

describe('helper lanes that read words written by other waves', () => {
  /**
   * Returns a program that replaces the pixel's word, with helper lanes enabled for the load. `value` computes the
   * stored word, v4, from the loaded v3.
   */
  const makeQuadProgram = (value: string, entry: readonly string[], late: readonly string[]) => [
    's_mov_b32 s14, exec_lo',
    's_wqm_b32 exec_lo, exec_lo',
    ...PIXEL_ADDRESS,
    ...entry,
    'buffer_load_b32 v3, v1, s[0:3], 0 offen glc',
    's_waitcnt vmcnt(0)',
    value,
    's_mov_b32 exec_lo, s14',
    'buffer_store_b32 v4, v1, s[0:3], 0 offen',
    's_waitcnt_vscnt null, 0x0',
    ...late,
    ...END,
  ];
  const OWN = 'v_add_nc_u32_e32 v4, 1, v3';
  const NEIGHBOUR = 'v_mov_b32_dpp v4, v3 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf';

  it('make values that depend on the loaded words unpredictable', () => {
    expect(check('helpers', {}, makeQuadProgram(NEIGHBOUR, [WAIT], []), 4)).toMatchObject({
      verdict: 'pass',
      found: [],
    });
  });

  it('do not excuse wrong values that depend on a single pixel', () => {
    const correct = check('own', {}, makeQuadProgram(OWN, [WAIT], []), 4);
    expect(correct).toMatchObject({ verdict: 'pass', found: [] });
    const late = check('own-late', {}, makeQuadProgram(OWN, [], [WAIT]), 4);
    expect(late.found).toContain('PROTO-08 error');
  });
});

describe('an entry wait in one arm of a branch', () => {
  const body = [
    'buffer_load_b32 v3, v1, s[0:3], 0 offen glc',
    's_waitcnt vmcnt(0)',
    'v_add_nc_u32_e32 v3, 1, v3',
    'buffer_store_b32 v3, v1, s[0:3], 0 offen',
    ...END,
  ];

  it('does not cover the other arm, even if no wave takes it', () => {
    const arm = [...PIXEL_ADDRESS, 's_cmp_eq_u32 s12, s12', 's_cbranch_scc0 2', WAIT, 's_nop 0', ...body];
    const { verdict, found } = check('arm', {}, arm, 2);
    expect({ verdict, found }).toEqual({ verdict: 'fail', found: ['PROTO-08 error'] });
    const both = [
      ...PIXEL_ADDRESS,
      's_cmp_eq_u32 s12, s12',
      's_cbranch_scc0 2',
      's_nop 0',
      's_nop 0',
      WAIT,
      ...body,
    ];
    expect(check('both-arms', {}, both, 2)).toMatchObject({ verdict: 'pass', found: [] });
  });
});
