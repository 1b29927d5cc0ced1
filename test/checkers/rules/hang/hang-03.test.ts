import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, P1, Stream } from '../../support/stream.js';

const formTwoWaves = (): Stream => new Stream(scene()).form([P0]).form([P1], { didOverlap: true, newest: 0 });

test('fires when a wave that set its packer ends without exiting, and names the waves waiting for it', () => {
  const verdict = formTwoWaves().setPacker(0).poll(1, 0).end(0).judge();
  const finding = verdict.violations.find(({ rule }) => rule === 'HANG-03')!;
  expect(finding.place).toMatchObject({ wave: 0, pc: 104, instruction: 's_endpgm' });
  expect(finding.observed).toContain('wave 1 (packer 0 id 1) waits for it');
});

test('does not fire when the exit was sent, no matter how late (L14)', () => {
  const verdict = formTwoWaves().setPacker(0).access({ wave: 0 }).sendMessage(0).end(0).judge();
  expect(listFiredRules(verdict)).toEqual([]);
  expect(verdict.armed['HANG-03']).toBe(1);
});

test('does not fire for a wave that never set its packer (L04) or for a combined exit and end (L23)', () => {
  expect(listFiredRules(formTwoWaves().end(0).judge())).toEqual([]);
  expect(listFiredRules(formTwoWaves().setPacker(0).end(0, 'end-ordered').judge())).toEqual([]);
});
