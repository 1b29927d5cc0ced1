import { EMPTY_EXPORT } from '../../support/empty-export.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const formTwoWaves = (exportSpace = 1): Stream =>
  new Stream(scene({ freedoms: { exportSpace } }))
    .form([{ x: 0, y: 0, primitive: 0 }])
    .form([{ x: 4, y: 0, primitive: 1 }]);

const listFirings = (stream: Stream): string[] =>
  listFiredRules(stream.judge()).filter((rule) => rule === 'EXP-04');

test('fires when a packer allocates more space than it has', () => {
  expect(listFirings(formTwoWaves().allocate(0).allocate(1))).toEqual(['EXP-04']);
  expect(listFirings(formTwoWaves().allocate(0).free(0).allocate(1))).toEqual([]);
  expect(listFirings(formTwoWaves(2).allocate(0).allocate(1))).toEqual([]);
});

test('fires when a wave allocates space twice', () => {
  expect(listFirings(formTwoWaves(2).allocate(0).allocate(0).free(0))).toEqual(['EXP-04']);
  expect(listFirings(formTwoWaves(2).allocate(0).free(0).allocate(0))).toEqual([]);
});

test('fires when space is freed twice, or without having been allocated', () => {
  expect(listFirings(formTwoWaves().allocate(0).free(0).free(0))).toEqual(['EXP-04']);
  expect(listFirings(formTwoWaves().allocate(0).free(1))).toEqual(['EXP-04']);
});

test('fires when a wave frees its space before its last export', () => {
  const grant = (stream: Stream, cycle = stream.cycle + 1): Stream =>
    stream.add({
      kind: 'export-granted',
      cycle,
      wave: 0,
      pc: stream.at.exit,
      type: 'colour',
      index: 0,
      ...EMPTY_EXPORT,
    });
  expect(listFirings(grant(grant(formTwoWaves().allocate(0)).free(0)))).toEqual(['EXP-04']);
  expect(listFirings(grant(grant(formTwoWaves().allocate(0))).free(0))).toEqual([]);
  const sameCycleStream = grant(formTwoWaves().allocate(0)).free(0);
  expect(listFirings(grant(sameCycleStream, sameCycleStream.cycle))).toEqual([]);
});

test('fires if an ended wave, but not a running one, still has space when the device is idle', () => {
  const endAndRelease = (stream: Stream): Stream =>
    stream.end(0).add({ kind: 'resource-released', cycle: stream.cycle + 1, wave: 0, slot: 0 });
  expect(listFirings(endAndRelease(formTwoWaves().allocate(0)).quiesce())).toEqual(['EXP-04']);
  expect(listFirings(endAndRelease(formTwoWaves().allocate(0).free(0)).quiesce())).toEqual([]);
  expect(listFirings(formTwoWaves().allocate(0).quiesce())).toEqual([]);
});

test('fires if a wave that left the ledger long ago still has space when the device is idle', () => {
  const allocateLate = (isFreed: boolean): Stream => {
    const stream = formTwoWaves().end(0).countExit(0, 1).showId(1);
    stream.add({ kind: 'resource-released', cycle: stream.cycle + 1, wave: 0, slot: 0 }).allocate(0);
    return (isFreed ? stream.free(0) : stream).form([{ x: 8, y: 0, primitive: 2 }]).quiesce();
  };
  const fires = (isFreed: boolean): boolean =>
    listFiredRules(allocateLate(isFreed).judge({ keptWaves: 1 })).includes('EXP-04');
  expect([fires(false), fires(true)]).toEqual([true, false]);
});

test('ignores the space of a wave that the stream never formed', () => {
  const UNKNOWN = 9;
  const stream = formTwoWaves().add({ kind: 'sx-alloc', cycle: 3, wave: UNKNOWN, packer: 0 });
  stream.allocate(0).add({ kind: 'sx-freed', cycle: 5, wave: UNKNOWN, packer: 0 });
  const verdict = stream.judge();
  expect(verdict.fired).not.toHaveProperty('EXP-04');
  expect(verdict.armed['EXP-04']).toBe(1);
});
