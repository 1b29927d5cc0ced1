import { DEALLOC_VGPRS } from '../../../../arch/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const formWave = (): Stream => new Stream(scene({ chip: 'navi31' })).form([{ x: 0, y: 0, primitive: 0 }]);
const listFirings = (stream: Stream): string[] =>
  listFiredRules(stream.judge()).filter((rule) => rule === 'LAUNCH-01');

const releaseSlot = (stream: Stream, cycle = stream.cycle + 1): Stream =>
  stream.add({ kind: 'resource-released', cycle, wave: 0, slot: 0 });
const releaseVgprs = (stream: Stream): Stream =>
  stream.add({ kind: 'vgprs-released', cycle: stream.cycle + 1, wave: 0 });

test('LAUNCH-01 fires when a wave frees its slot before it ends', () => {
  const earlyRelease = releaseSlot(formWave()).end(0);
  expect(listFirings(earlyRelease)).toEqual(['LAUNCH-01']);
  expect(earlyRelease.judge().violations[0].observed).toMatch(/in cycle 2 but ends in cycle 3/);
  expect(listFirings(releaseSlot(formWave().end(0)))).toEqual([]);
});

test('LAUNCH-01 fires when a wave that has ended frees its slot with a load outstanding', () => {
  const release = (...returned: readonly number[]): string[] => {
    const stream = formWave();
    const accesses = [stream.issue({ wave: 0 }), stream.issue({ wave: 0 })];
    stream.end(0);
    for (const i of returned)
      stream.add({
        kind: 'memory-returned',
        cycle: stream.cycle + 1,
        wave: 0,
        access: accesses[i]!,
        counter: 'vm',
      });
    return listFirings(releaseSlot(stream));
  };
  expect(release(0)).toEqual(['LAUNCH-01']);
  expect(release(0, 1)).toEqual([]);
  // A stream without returns does not say what is outstanding.
  expect(release()).toEqual([]);
});

test('LAUNCH-01 accepts a release in the cycle in which the wave ends, even if it is reported first', () => {
  const stream = formWave();
  releaseSlot(stream, 7).add({
    kind: 'wave-ended',
    cycle: 7,
    wave: 0,
    pc: stream.at.end,
    by: 'end',
    reason: '',
  });
  expect(listFirings(stream)).toEqual([]);
});

test('LAUNCH-01 fires when VGPRs are freed without the wave having released them', () => {
  expect(listFirings(releaseVgprs(formWave().sendMessage(0, 1)).end(0))).toEqual(['LAUNCH-01']);
  expect(listFirings(releaseVgprs(formWave().sendMessage(0, DEALLOC_VGPRS)).end(0))).toEqual([]);
  expect(listFirings(releaseVgprs(formWave()).sendMessage(0, DEALLOC_VGPRS).end(0))).toEqual([]);
});

test('LAUNCH-01 does not check VGPRs if the stream reports no messages', () => {
  expect(listFirings(releaseVgprs(formWave()).end(0))).toEqual([]);
});
