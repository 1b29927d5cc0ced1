import { makeLaunch } from '../../support/launches.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/** Two packers with regions of 8x8 pixels. */
const SCENE = scene({ freedoms: { packers: 2, regionSize: 8 } });

const listFirings = (stream: Stream): string[] =>
  listFiredRules(stream.judge()).filter((rule) => rule === 'LAUNCH-05');

test('does not fire if each region keeps its packer, regardless of wave order, even with equal ids (L27)', () => {
  const stream = new Stream(SCENE)
    .form([{ x: 6, y: 6, primitive: 0 }], { packer: 1, id: 0 })
    .form([{ x: 8, y: 6, primitive: 0 }], { packer: 0, id: 0 })
    .form([{ x: 0, y: 0, primitive: 1 }], { packer: 1, id: 1 });
  expect(listFirings(stream)).toEqual([]);
  expect(stream.judge().armed['LAUNCH-05']).toBe(3);
});

test('fires when a region changes packers, and reports both waves', () => {
  const stream = new Stream(SCENE)
    .form([{ x: 6, y: 6, primitive: 0 }], { packer: 1, id: 0 })
    .form([{ x: 0, y: 0, primitive: 1 }], { packer: 0, id: 0 });
  const [violation] = stream.judge().violations.filter(({ rule }) => rule === 'LAUNCH-05');
  expect(violation.place).toMatchObject({ wave: 1, otherWave: 0, pixel: [0, 0] });
  expect(violation.allowed).toContain('belongs to packer 1');
});

test('fires for a packer that the device does not have', () => {
  expect(listFirings(new Stream(SCENE).form([{ x: 0, y: 0, primitive: 0 }], { packer: 2 }))).toEqual([
    'LAUNCH-05',
  ]);
});

test('fires when a wave takes export space from another packer, or exits on it', () => {
  const formWave = (): Stream => new Stream(SCENE).form([{ x: 0, y: 0, primitive: 0 }], { packer: 1, id: 0 });
  const allocateOn = (packer: number): Stream =>
    formWave().add({ kind: 'sx-alloc', cycle: 2, wave: 0, packer });
  expect(listFirings(allocateOn(1))).toEqual([]);
  expect(listFirings(allocateOn(0))).toEqual(['LAUNCH-05']);
  const exitOn = (packer: number): Stream =>
    formWave().sendMessage(0).add({ kind: 'section-exit', cycle: 3, wave: 0, packer, id: 1 });
  expect(listFirings(exitOn(1))).toEqual([]);
  expect(listFirings(exitOn(0))).toEqual(['LAUNCH-05']);
});

test("fires when a wave is launched with another packer's wave type", () => {
  const createLaunch = (waveType: 'PS' | 'PS1'): Stream =>
    new Stream(SCENE)
      .form([{ x: 0, y: 0, primitive: 0 }], { packer: 1, id: 0 })
      .add(makeLaunch(2, 0, 0, { waveType }));
  expect(listFirings(createLaunch('PS1'))).toEqual([]);
  expect(listFirings(createLaunch('PS'))).toEqual(['LAUNCH-05']);
});
