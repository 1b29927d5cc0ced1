import { changeSection, findBrokenRules, getFinding } from '../../evidence/static/support/section-text.js';
import { makeLaunch } from '../../support/launches.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, Stream } from '../../support/stream.js';

const formOnPacker = (packer: number): Stream =>
  new Stream(scene({ freedoms: { packers: 4 } })).form([P0], { packer });
const SET_GFX9 = 's_setreg_b32 hwreg(HW_REG_MODE, 24, 2), s5';
const PACKER_GFX9 = 's_bfe_u32 s5, s4, 0x1001c';
const PACKER_GFX10 = 's_bfe_u32 s5, s4, 0x2001c';

test('fires when a wave writes a packer other than its own', () => {
  const verdict = formOnPacker(1).setPacker(0, { value: 1 }).judge();
  expect(listFiredRules(verdict)).toEqual(['PROTO-02']);
  expect(verdict.violations[0]).toMatchObject({ place: { wave: 0, packer: 1 } });
  expect(verdict.violations[0].allowed).toContain('POPS_PACKER[2:0] to 3');
});

test('fires when GFX9 sets both packer bits', () => {
  const stream = new Stream(scene({ chip: 'vega10' })).form([P0]).setPacker(0, { value: 3 << 24 });
  expect(listFiredRules(stream.judge())).toEqual(['PROTO-02']);
});

test('fires when a write clears a packer that was set', () => {
  expect(listFiredRules(formOnPacker(0).setPacker(0).setPacker(0, { value: 0 }).judge())).toEqual([
    'PROTO-02',
  ]);
});

test('does not fire for a write of the right packer, even if it is repeated (S-052)', () => {
  const verdict = formOnPacker(3).setPacker(0).setPacker(0).judge();
  expect(listFiredRules(verdict)).toEqual([]);
  expect(verdict.armed['PROTO-02']).toBeGreaterThan(1);
});

test('does not fire for writes to other registers or MODE bits, or for writes that leave the packer unset', () => {
  const stream = new Stream(scene({ chip: 'vega10' }))
    .form([P0], { packer: 1 })
    .setPacker(0, { offset: 0, size: 4, value: 0xf0 })
    .setPacker(0, { offset: 0, size: 32, value: 0xf0 })
    .setPacker(0, { register: 25, value: 1 });
  expect(listFiredRules(stream.judge())).toEqual([]);
});

test('fires on paths that extract too few or too many bits of the argument (F82)', () => {
  const tooFewBits = changeSection('gfx10.3', PACKER_GFX10, 's_bfe_u32 s5, s4, 0x1001c');
  expect(findBrokenRules(tooFewBits, 'gfx10.3')).toContain('PROTO-02');
  const tooManyBits = changeSection('gfx9', PACKER_GFX9, 's_bfe_u32 s5, s4, 0x2001c');
  expect(findBrokenRules(tooManyBits, 'gfx9')).toContain('PROTO-02');
});

test('fires on paths that forget to shift the packer (F83)', () => {
  const text = changeSection('gfx10.3', 's_lshl1_add_u32 s5, s5, 1', 's_or_b32 s5, s5, 1');
  expect(findBrokenRules(text, 'gfx10.3')).toContain('PROTO-02');
});

test('fires on paths that write more of MODE than the packer bits', () => {
  const text = changeSection(
    'gfx9',
    SET_GFX9,
    's_lshl_b32 s5, s5, 24',
    's_setreg_b32 hwreg(HW_REG_MODE), s5',
  );
  expect(getFinding('PROTO-02', text, 'gfx9').observed).toBe(
    'The write changes bits of MODE other than 25:24.',
  );
});

test('fires when a write to one MODE field leaves other bits different from the launch or the last write', () => {
  const launch = (): Stream => {
    const stream = new Stream(scene({ chip: 'vega10' })).form([P0]);
    return stream.add(makeLaunch(stream.cycle + 1, 0, 0, { mode: 0xc0 }));
  };
  const listFirings = (stream: Stream): string[] =>
    listFiredRules(stream.judge()).filter((rule) => rule === 'PROTO-02');
  const PACKER_0 = 1 << 24;
  expect(listFirings(launch().setPacker(0, { value: PACKER_0 | 0xc0 }))).toEqual([]);
  expect(listFirings(launch().setPacker(0, { value: PACKER_0 }))).toEqual(['PROTO-02']);
  const rounding = { offset: 0, size: 4 } as const;
  const launchWithPacker = (): Stream => launch().setPacker(0, { value: PACKER_0 | 0xc0 });
  expect(listFirings(launchWithPacker().setPacker(0, { ...rounding, value: PACKER_0 | 0xc3 }))).toEqual([]);
  expect(listFirings(launchWithPacker().setPacker(0, { ...rounding, value: 0xc3 }))).toEqual(['PROTO-02']);
  // Hardware sets LOD_CLAMPED. A mode of -1 means that it was not traced.
  expect(listFirings(launch().setPacker(0, { value: PACKER_0 | 0x4c0 }))).toEqual([]);
  const stream = new Stream(scene({ chip: 'vega10' })).form([P0]).add(makeLaunch(2, 0, 0, { mode: -1 }));
  expect(listFirings(stream.setPacker(0, { value: PACKER_0 }))).toEqual([]);
});
