import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const formWave = (): Stream => new Stream(scene()).form([{ x: 0, y: 0, primitive: 0 }]).allocate(0);
const listFirings = (stream: Stream): string[] =>
  listFiredRules(stream.judge()).filter((rule) => rule === 'EXP-05');

test('fires for any export after the one with done, whether or not it sets done too', () => {
  expect(listFirings(formWave().export(0).export(0).end(0))).toEqual(['EXP-05']);
  expect(listFirings(formWave().export(0).export(0, { done: false }).end(0))).toEqual(['EXP-05']);
});

test('does not fire for multiple exports if only the last one sets done', () => {
  const stream = formWave().export(0, { done: false }).export(0, { target: 1 }).end(0);
  expect(listFirings(stream)).toEqual([]);
  expect(stream.judge().armed['EXP-05']).toBe(2);
});

test('fires for a wave that ends without done, but not for one that halts', () => {
  expect(listFirings(formWave().export(0, { done: false }).end(0))).toEqual(['EXP-05']);
  expect(listFirings(formWave().export(0, { done: false }).end(0, 'halt'))).toEqual([]);
});

test('fires for a program without exports, even if no other program exports', () => {
  const scenario = scene();
  const bareProgram = { ...scenario.programs[0], words: [0xbf810000] };
  const stream = new Stream({ ...scenario, programs: [bareProgram] })
    .form([{ x: 0, y: 0, primitive: 0 }])
    .end(0);
  expect(listFirings(stream)).toEqual(['EXP-05']);
  expect(listFirings(formWave().end(0))).toEqual([]);
});
