import {
  changeSection,
  findBrokenRules,
  getFinding,
  makeProgram,
  replaceLine,
  SECTION,
} from '../../evidence/static/support/section-text.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const COMPARE = 's_cmp_lt_u32 s6, s8';
const OFFSET = 's_nand_b32 s7, s4, 0x3ff';
const REMAP = 's_add_i32 s6, s6, s7';
const POLL = 's_add_i32 s8, src_pops_exiting_wave_id, s7';

test('fires for a compare that lets a wave enter when the ids are equal (F89), and reports the ids', () => {
  const finding = getFinding('PROTO-03', changeSection('gfx10.3', COMPARE, 's_cmp_le_u32 s6, s8'), 'gfx10.3');
  expect(finding.allowed).toMatch(
    /^A wave with id 5 and newest overlapped id 3 waits when the exiting id is \d+ /,
  );
  expect(finding.observed).toContain('lets the wave enter');
  expect(finding.steps[0]).toBe('a wave starts with id 5 on packer 0, newest overlapped 3');
  expect(finding.steps).toContain('pc 0x2c: s_add_i32 s8, src_pops_exiting_wave_id, s7, reads exiting id 3');
});

test.each([
  ['a signed compare (F88)', changeSection('gfx10.3', COMPARE, 's_cmp_lt_i32 s6, s8')],
  [
    'ids that are not remapped (F90)',
    replaceLine(changeSection('gfx10.3', REMAP), POLL, 's_mov_b32 s8, src_pops_exiting_wave_id'),
  ],
  [
    'an offset of -current (F91)',
    changeSection('gfx10.3', OFFSET, 's_and_b32 s7, s4, 0x3ff', 's_sub_u32 s7, 0, s7'),
  ],
  [
    'unused argument bits that are not masked out (F92)',
    changeSection('gfx10.3', OFFSET, 's_not_b32 s7, s4'),
  ],
  ['operands in reverse order', changeSection('gfx10.3', COMPARE, 's_cmp_lt_u32 s8, s6')],
  [
    'the GFX9 correction (F87)',
    changeSection(
      'gfx10.3',
      REMAP,
      's_and_b32 s9, s4, 0x3ff',
      's_cmp_gt_u32 s6, s9',
      's_addc_u32 s6, s6, 0',
      REMAP,
    ),
  ],
])('fires on GFX10.3 for %s', (_name, text) => {
  expect(findBrokenRules(text, 'gfx10.3')).toEqual(['PROTO-03']);
});

test.each([
  ['omitted (F85)', changeSection('gfx9', 's_addc_u32 s6, s6, 0')],
  ['always applied (F86)', changeSection('gfx9', 's_addc_u32 s6, s6, 0', 's_add_u32 s6, s6, 1')],
  [
    'applied on the wrong side of the wraparound',
    changeSection('gfx9', 's_cmp_gt_u32 s6, s7', 's_cmp_lt_u32 s6, s7'),
  ],
])('fires on GFX9 when its correction is %s', (_name, text) => {
  expect(findBrokenRules(text, 'gfx9')).toContain('PROTO-03');
});

test.each([
  ['fires for a wrong compare', 's_cmp_le_u32 s6, s8', ['PROTO-03']],
  ['does not fire for a correct compare', COMPARE, []],
])('%s even if the first branch after the wait depends on an unknown value', (_name, compare, rules) => {
  const text = changeSection('gfx10.3', COMPARE, compare);
  const body = text.indexOf('body:');
  const loop = ['again:', 's_add_u32 s10, s10, 1', 's_cmp_lt_u32 s10, s11', 's_cbranch_scc1 again'];
  expect(findBrokenRules([...text.slice(0, body + 1), ...loop, ...text.slice(body + 1)], 'gfx10.3')).toEqual(
    rules,
  );
});

test('checks and accepts the compare of each generation', () => {
  for (const chip of ['vega10', 'navi21'] as const) {
    const verdict = new Stream(scene({ chip })).quiesce().judge();
    expect(listFiredRules(verdict)).toEqual([]);
    expect(verdict.armed['PROTO-03']).toBeGreaterThan(5);
  }
});

test("is reported as unchecked if the collision argument's register is unknown", () => {
  const program = { ...makeProgram(SECTION['gfx10.3'], 'gfx10.3'), arguments: [] };
  const verdict = new Stream({ ...scene(), programs: [program] }).quiesce().judge();
  expect(verdict.unchecked.map(({ rule }) => rule)).toContain('PROTO-03');
  expect(verdict.armed['PROTO-03']).toBe(0);
});
