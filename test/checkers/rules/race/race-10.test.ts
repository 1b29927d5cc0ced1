import { FIRST_BACKGROUND_WAVE, type MemoryIssued } from '../../../../transactions/index.js';
import { createGdsScene } from '../../../support/background-scene.js';
import { checkRun } from '../../support/checked-run.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';
import { QUAD } from './support/loads.js';

test('fires when accesses on one path return out of issue order', () => {
  const returnBoth = (first: number, second: number, space: 'buffer' | 'image' = 'buffer'): Stream => {
    const registers = { SPI_SHADER_PGM_RSRC1_PS: 0 };
    const stream = new Stream(scene({ draw: { registers } })).form([QUAD]);
    const accesses = [stream.issue({ wave: 0 }), stream.issue({ wave: 0 })];
    stream.add({ ...(stream.transactions.pop() as MemoryIssued), space });
    for (const access of accesses) stream.perform(0, access);
    for (const index of [first, second])
      stream.add({
        kind: 'memory-returned',
        cycle: stream.cycle + 1,
        wave: 0,
        access: accesses[index],
        counter: 'vm',
      });
    return stream;
  };
  expect(listFiredRules(returnBoth(1, 0).judge())).toContain('RACE-10');
  expect(listFiredRules(returnBoth(0, 1).judge())).not.toContain('RACE-10');
  // Image accesses may overtake other accesses if MEM_ORDERED is off.
  expect(listFiredRules(returnBoth(1, 0, 'image').judge())).not.toContain('RACE-10');
});

test('checks the order in which accesses of compute waves return from GDS', () => {
  const outstanding: MemoryIssued[] = [];
  const swaps = new Map<number, number>();
  const { violations } = checkRun(createGdsScene('navi21'), (t) => {
    if (t.kind === 'memory-issued' && t.space === 'gds') outstanding.push({ ...t });
    if (t.kind !== 'memory-returned') return t;
    const index = outstanding.findIndex(({ access }) => access === t.access);
    if (index < 0) return t;
    outstanding.splice(index, 1);
    // The younger of two accesses returns instead of the older one.
    const youngerAccess = outstanding.find(({ wave, access }) => wave === t.wave && !swaps.has(access));
    if (youngerAccess !== undefined && !swaps.has(t.access)) swaps.set(youngerAccess.access, t.access);
    const access = swaps.get(t.access) ?? youngerAccess?.access ?? t.access;
    return { ...t, access };
  });
  expect(swaps.size).toBeGreaterThan(0);
  const violation = violations.find(({ rule }) => rule === 'RACE-10');
  expect(violation?.allowed).toContain('return in issue order');
  expect(checkRun(createGdsScene('navi21')).fired).toEqual({});
});

test('does not check image accesses of background waves, whose order no register says', () => {
  const { background } = createGdsScene('navi21');
  const firesFor = (space: MemoryIssued['space']): boolean => {
    const stream = new Stream({ ...scene(), ...(background && { background }) }).form([QUAD]);
    const wave = FIRST_BACKGROUND_WAVE;
    stream.add({ kind: 'background-formed', cycle: 1, wave, source: 'compute', work: 0, group: 0, place: 0 });
    const accesses = [stream.issue({ wave: 0 }), stream.issue({ wave: 0 })];
    const issued = stream.transactions.splice(-2) as MemoryIssued[];
    for (const t of issued) stream.add({ ...t, wave, space });
    for (const access of accesses.reverse())
      stream.add({ kind: 'memory-returned', cycle: stream.cycle + 1, wave, access, counter: 'vm' });
    return listFiredRules(stream.judge()).includes('RACE-10');
  };
  expect([firesFor('buffer'), firesFor('image')]).toEqual([true, false]);
});
