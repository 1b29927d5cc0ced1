import { assembleProgram } from '../../../../arch/index.js';
import type { MemoryIssued } from '../../../../transactions/index.js';
import { BUFFER, OTHER, scene } from '../../support/scenes.js';
import { listFiredRules, P0, Stream } from '../../support/stream.js';

const formWave = (chip?: 'navi31'): Stream =>
  new Stream(scene(chip === undefined ? {} : { chip })).form([P0]);

test('fires if an ordered store is outstanding when the message is sent, and reports the store', () => {
  const stream = formWave().access({ wave: 0 });
  stream.issue({ wave: 0, operation: 'store' });
  const verdict = stream.sendMessage(0).judge();
  expect(listFiredRules(verdict)).toEqual(['RACE-01']);
  expect(verdict.violations[0].unit).toBe('program');
  expect(verdict.violations[0].observed).toContain('a store at pc 0x50 (buffer_store_dword');
});

test('fires when the store was performed in time but never waited for (L35)', () => {
  const stream = formWave();
  stream.perform(0, stream.issue({ wave: 0, operation: 'store' }));
  expect(listFiredRules(stream.sendMessage(0).judge())).toEqual(['RACE-01']);
});

test('blames the counter when the wait ended before the access was performed', () => {
  const stream = formWave();
  stream.issue({ wave: 0, operation: 'store' });
  const verdict = stream.endWait(0, stream.at.storeWait).sendMessage(0).judge();
  expect(verdict.violations.map(({ rule, unit }) => `${rule} ${unit}`)).toEqual(['RACE-01 sq']);
});

test('fires at the export with the done bit set on GFX11', () => {
  const stream = formWave('navi31').endEventWait(0);
  stream.issue({ wave: 0, operation: 'store' });
  expect(listFiredRules(stream.export(0).judge())).toEqual(['RACE-01']);
});

test('at the combined exit, which has a built-in wait, fires only for accesses not yet performed (L23)', () => {
  const stream = formWave();
  stream.perform(0, stream.issue({ wave: 0, operation: 'store' }));
  expect(listFiredRules(stream.end(0, 'end-ordered').judge())).toEqual([]);
  const earlyExit = formWave();
  earlyExit.issue({ wave: 0, operation: 'store' });
  expect(listFiredRules(earlyExit.end(0, 'end-ordered').judge())).toEqual(['RACE-01']);
});

test.each([
  ['flat_load_dword v1, v[2:3]', 'flat', '2 ordered accesses'],
  ['buffer_load_dword v1, v2, s[0:3], 0 offen', 'buffer', '1 ordered access'],
] as const)(
  'after waiting for all but one of two %s accesses in %s space, reports %s as possibly outstanding',
  (load, space, outstanding) => {
    const baseScene = scene({ chip: 'vega10' });
    const words = assembleProgram(`${load}\n${load}\ns_waitcnt vmcnt(1)\ns_endpgm`, 'gfx9');
    const stream = new Stream({ ...baseScene, programs: [{ ...baseScene.programs[0], words }] }).form([P0]);
    for (const pc of [0, 8]) {
      const access = stream.issue({ wave: 0, pc });
      stream.add({ ...(stream.transactions.pop() as MemoryIssued), space }).perform(0, access);
    }
    const { violations } = stream.endWait(0, 16).sendMessage(0).judge();
    expect(violations.find(({ rule }) => rule === 'RACE-01')?.observed).toContain(
      `${outstanding} (counter vm)`,
    );
  },
);

test('fires if a wave ends without an exit while a store is outstanding, unless it waited for the store', () => {
  const stream = formWave();
  stream.issue({ wave: 0, operation: 'store' });
  const verdict = stream.end(0).judge();
  expect(listFiredRules(verdict)).toContain('RACE-01');
  expect(verdict.violations.find(({ rule }) => rule === 'RACE-01')?.allowed).toContain(' ends at ');
  const waitedStream = formWave().access({ wave: 0, operation: 'store' }).end(0);
  expect(listFiredRules(waitedStream.judge())).not.toContain('RACE-01');
});

test('does not fire when every ordered access was performed and waited for', () => {
  const verdict = formWave().runSection(0).judge();
  expect(listFiredRules(verdict)).toEqual([]);
  expect(verdict.armed['RACE-01']).toBe(1);
});

test('does not fire for outstanding accesses to memory not covered by an interlock (L21)', () => {
  const stream = formWave().runSection(0);
  const otherStream = new Stream(scene()).form([P0]);
  otherStream.issue({ wave: 0, operation: 'store', base: OTHER });
  expect(listFiredRules(otherStream.sendMessage(0).judge())).toEqual([]);
  expect(listFiredRules(stream.judge())).toEqual([]);
});

test('a wait for all but one covers only the older of two loads', () => {
  const program = { name: 'two', words: [0xbf8c3f71, 0xbf900007, 0xbf810000], arguments: [], inputs: [] };
  const stream = new Stream({ ...scene(), programs: [program] }).form([P0]);
  const first = stream.issue({ wave: 0, pc: 8 });
  const second = stream.issue({ wave: 0, pc: 8 });
  stream.perform(0, first).perform(0, second).endWait(0, 0).sendMessage(0);
  const verdict = stream.judge();
  expect(listFiredRules(verdict)).toEqual(['RACE-01']);
  expect(verdict.violations[0].observed).toMatch(/^Still outstanding: 1 ordered access /);
});

test.each([
  ['fires', 'vector', 8],
  ['does not fire', 'vector', 16],
  ['fires', 'scalar', 60],
  ['does not fire', 'scalar', 64],
] as const)('%s for a %s access that starts %i bytes before ordered memory', (outcome, space, distance) => {
  const stream = formWave();
  stream.issue({ wave: 0 });
  const issued = stream.transactions.pop() as MemoryIssued;
  const addresses = issued.addresses.map((address) => (address < 0 ? -1 : BUFFER - distance));
  const movedAccess =
    space === 'scalar'
      ? ({ ...issued, space, counter: 'lgkm', bytes: 64, addresses } as const)
      : { ...issued, bytes: 16, addresses };
  const rules = listFiredRules(stream.add(movedAccess).sendMessage(0).judge());
  expect(rules.includes('RACE-01')).toBe(outcome === 'fires');
});
