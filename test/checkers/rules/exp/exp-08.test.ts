import { DEALLOC_VGPRS } from '../../../../arch/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const formWave = (): Stream =>
  new Stream(scene({ chip: 'navi31' })).form([{ x: 0, y: 0, primitive: 0 }]).allocate(0);
const listFirings = (stream: Stream): string[] =>
  listFiredRules(stream.judge()).filter((rule) => rule === 'EXP-08');

/** Adds a request or grant for an export by wave 0 to the stream. */
const addBusEvent = (stream: Stream, kind: 'export-requested' | 'export-granted'): Stream => {
  const cycle = stream.cycle + 1;
  const commonFields = { cycle, wave: 0, pc: stream.at.exit, type: 'colour', index: 0 } as const;
  const data = new Int32Array(0);
  const emptyExport = { target: 0, enabled: 0, compressed: false, lanesLo: 0, lanesHi: 0, data };
  return kind === 'export-requested'
    ? stream.add({ kind, ...commonFields })
    : stream.add({ kind, ...commonFields, ...emptyExport });
};
const releaseVgprs = (stream: Stream): Stream =>
  stream.add({ kind: 'vgprs-released', cycle: stream.cycle + 1, wave: 0 });

test('fires for an export after the message that releases the registers, but not for one before it', () => {
  expect(listFirings(formWave().sendMessage(0, DEALLOC_VGPRS).export(0))).toEqual(['EXP-08']);
  expect(listFirings(formWave().export(0).sendMessage(0, DEALLOC_VGPRS))).toEqual([]);
  expect(listFirings(formWave().sendMessage(0, 1).export(0))).toEqual([]);
});

test('fires when the registers are released while an export waits for the bus', () => {
  expect(listFirings(releaseVgprs(addBusEvent(formWave().export(0), 'export-requested')))).toEqual([
    'EXP-08',
  ]);
  const granted = addBusEvent(addBusEvent(formWave().export(0), 'export-requested'), 'export-granted');
  expect(listFirings(releaseVgprs(granted))).toEqual([]);
});
