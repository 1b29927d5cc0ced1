import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const createWave = () => new Stream(scene()).form([{ x: 0, y: 0, primitive: 0 }]).setPacker(0);

test('fires when a wave runs a complete second section', () => {
  expect(listFiredRules(createWave().runSection(0).runSection(0).end(0).judge())).toContain('PROTO-07');
  expect(
    listFiredRules(createWave().runSection(0).access({ wave: 0 }).end(0, 'end-ordered').judge()),
  ).toContain('PROTO-07');
});

test('does not fire for a second exit without accesses, or for later accesses without an exit', () => {
  expect(listFiredRules(createWave().runSection(0).sendMessage(0).end(0).judge())).toEqual(['PROTO-01']);
  expect(listFiredRules(createWave().runSection(0).access({ wave: 0 }).end(0).judge())).not.toContain(
    'PROTO-07',
  );
});

test('ignores messages that are not exits', () => {
  const accessAfterExits = createWave().runSection(0).sendMessage(0).access({ wave: 0 });
  expect(listFiredRules(accessAfterExits.sendMessage(0, 1).end(0).judge())).not.toContain('PROTO-07');
});

test('does not fire for a single section, or for accesses to other memory after it', () => {
  expect(listFiredRules(createWave().runSection(0).end(0).judge())).toEqual([]);
  const stream = createWave().runSection(0);
  stream.issue({ wave: 0, base: 0x200000 });
  expect(listFiredRules(stream.end(0).judge())).toEqual([]);
});
