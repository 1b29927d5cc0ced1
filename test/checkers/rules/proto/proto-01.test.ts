import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, Stream } from '../../support/stream.js';

const formWave = (): Stream => new Stream(scene()).form([P0]);
const formOverlappingWave = (): Stream =>
  new Stream(scene({ freedoms: { falseOverlap: 50 } })).form([P0], { didOverlap: true, newest: 1023 });
const waitOnGfx11 = (): Stream => new Stream(scene({ chip: 'navi31' })).form([P0]).endEventWait(0);

test('fires when a wave sets its packer but ends without exiting', () => {
  const verdict = formWave().setPacker(0).end(0).judge();
  expect(listFiredRules(verdict)).toContain('PROTO-01');
});

test('reads the GFX9 packer from MODE, and ignores writes to other bits', () => {
  const writeMode = (value: number, offset: number): Stream => {
    const stream = new Stream(scene({ chip: 'vega10' })).form([P0]);
    const cycle = stream.cycle + 1;
    stream.add({ kind: 'hwreg-written', cycle, wave: 0, pc: 20, register: 1, offset, size: 2, value });
    return stream.end(0);
  };
  expect(listFiredRules(writeMode(1 << 24, 24).judge())).toContain('PROTO-01');
  expect(listFiredRules(writeMode(1 << 24, 4).judge())).toEqual([]);
});

test('fires for a second message, and for a message followed by a combined end', () => {
  expect(listFiredRules(formWave().runSection(0).sendMessage(0).judge())).toEqual(['PROTO-01']);
  expect(listFiredRules(formWave().runSection(0).end(0, 'end-ordered').judge())).toEqual(['PROTO-01']);
});

test('fires for polls, packer writes and ordered accesses after the exit', () => {
  expect(listFiredRules(formOverlappingWave().runSection(0).poll(0, 0).judge())).toContain('PROTO-01');
  expect(listFiredRules(formWave().runSection(0).setPacker(0).judge())).toEqual(['PROTO-01']);
  expect(listFiredRules(formWave().runSection(0).access({ wave: 0 }).judge())).toContain('PROTO-01');
});

test('fires on GFX11 for a second export with the done bit, and for an event wait after the first', () => {
  expect(listFiredRules(waitOnGfx11().export(0).export(0).judge())).toEqual(['PROTO-01', 'EXP-05']);
  expect(listFiredRules(waitOnGfx11().export(0).endEventWait(0).judge())).toEqual(['PROTO-01']);
});

test('does not fire for a single exit, or without an exit if the packer was never set (L04, L05)', () => {
  const verdict = formOverlappingWave().setPacker(0).setPacker(0).poll(0, 0).runSection(0).end(0).judge();
  expect(listFiredRules(verdict)).toEqual([]);
  expect(verdict.armed['PROTO-01']).toBe(1);
  expect(listFiredRules(formWave().sendMessage(0).end(0).judge())).toEqual([]);
  expect(listFiredRules(formWave().end(0).judge())).toEqual([]);
  expect(listFiredRules(waitOnGfx11().endEventWait(0).export(0).end(0).judge())).toEqual([]);
});

test('ignores other messages, such as the register release', () => {
  const stream = waitOnGfx11().export(0);
  const noCounts = { vm: 0, vs: 0, lgkm: 0, exp: 0 };
  stream.add({ kind: 'message-sent', cycle: stream.cycle + 1, wave: 0, pc: 36, message: 3, ...noCounts });
  expect(listFiredRules(stream.end(0).judge())).toEqual([]);
});

test('leaves halted waves to HANG-01', () => {
  expect(listFiredRules(formWave().setPacker(0).end(0, 'halt').judge())).toEqual([]);
});
