import {
  changeSection,
  findBrokenRules,
  getFinding,
  replaceLine,
} from '../../evidence/static/support/section-text.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, P1, Stream } from '../../support/stream.js';

const formTwoWaves = (): Stream => new Stream(scene()).form([P0]).form([P1], { didOverlap: true, newest: 0 });
const POLL = 's_add_i32 s8, src_pops_exiting_wave_id, s7';

test('fires when a wave polls before setting its packer', () => {
  const verdict = formTwoWaves().pollWithoutPacker(1, 0).judge();
  expect(listFiredRules(verdict)).toEqual(['PROTO-04']);
  expect(verdict.violations[0].observed).toContain('before it has set its packer');
});

test('fires when a wave polls without a reported overlap', () => {
  const verdict = formTwoWaves().poll(0, 0).judge();
  expect(listFiredRules(verdict)).toEqual(['PROTO-04']);
  expect(verdict.violations[0].observed).toContain('reported not to overlap');
});

test('does not fire when a wave with an overlap polls repeatedly with its packer set', () => {
  const verdict = formTwoWaves().poll(1, 0).poll(1, 0).judge();
  expect(listFiredRules(verdict)).toEqual([]);
  expect(verdict.armed['PROTO-04']).toBeGreaterThan(2);
});

test('fires on paths that poll even without an overlap (F93)', () => {
  const finding = getFinding('PROTO-04', changeSection('gfx10.3', 's_cbranch_scc0 body'), 'gfx10.3');
  expect(finding.observed).toContain('A non-overlapping wave polls');
  expect(finding.steps[0]).toContain('no overlap');
});

test('fires on paths that set no packer, or the packer field of a different generation', () => {
  const packerWrite = 's_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s5';
  expect(findBrokenRules(changeSection('gfx10.3', packerWrite), 'gfx10.3')).toContain('PROTO-04');
  const wrongField = changeSection('gfx10.3', packerWrite, 's_setreg_b32 hwreg(HW_REG_MODE, 24, 2), s5');
  expect(findBrokenRules(wrongField, 'gfx10.3')).toContain('PROTO-04');
});

test('fires for a loop that tests an id read only once before the loop (F74)', () => {
  const hoistedPoll = replaceLine(changeSection('gfx10.3', POLL), 'loop:', POLL, 'loop:');
  const finding = getFinding('PROTO-04', hoistedPoll, 'gfx10.3');
  expect(finding.observed).toContain('keeps testing the value from a single read at pc 0x2c');
});

test('does not fire for a loop that reads an id and compares it in the next iteration', () => {
  const rotatedLoop = replaceLine(changeSection('gfx10.3', POLL), 'loop:', POLL, 'loop:');
  const rereadingLoop = replaceLine(rotatedLoop, 's_sleep 0xffff', 's_sleep 0xffff', POLL);
  expect(findBrokenRules(rereadingLoop, 'gfx10.3')).toEqual([]);
});
