import { makeLaunch } from '../../support/launches.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

type Grant = readonly [requested: number, cycle: number, arrives: number, simd: number, line: number];

const FREEDOMS = { instructionCacheLines: 2, fetchLatency: [2, 4], fillLatency: [20, 30] } as const;

/** Returns whether the rule fires for separate waves. Lines come from their usual banks unless `bank` is given. */
function fires(grants: readonly Grant[], bank?: number, freedoms = {}): boolean {
  const stream = new Stream(scene({ freedoms: { ...FREEDOMS, ...freedoms } }));
  grants.forEach(([, , , simd], wave) => {
    stream.form([{ x: 2 * (wave % 8), y: 2 * Math.floor(wave / 8), primitive: wave }]);
    stream.add(makeLaunch(stream.cycle + 1, wave, wave, { simd }));
  });
  for (const [wave, [asked, cycle, arrives, , line]] of grants.entries())
    stream.add({ kind: 'code-line-served', cycle, wave, asked, line, bank: bank ?? line % 4, arrives });
  return listFiredRules(stream.judge()).includes('WIRE-06');
}

test('lines are striped over four banks', () => {
  const requests = [[200, 200, 220, 0, 5]] as const;
  expect(fires(requests)).toBe(false);
  expect(fires(requests, 0)).toBe(true);
});

test('a bank serves one request per cycle, and no request waits while its bank is free', () => {
  const secondGrant = (cycle: number, line = 8): Grant => [200, cycle, cycle + 20, 1, line];
  const first: Grant = [200, 200, 220, 0, 4];
  expect([fires([first, secondGrant(200)]), fires([first, secondGrant(201)])]).toEqual([true, false]);
  expect(fires([first, secondGrant(203)])).toBe(true);
  expect(fires([first, secondGrant(200, 5)])).toBe(false);
});

test('a line is filled only once, and hits do not wait for other fills', () => {
  const first: Grant = [200, 200, 225, 0, 4];
  const secondRequest = (cycle: number, arrives: number): Grant => [cycle, cycle, arrives, 1, 4];
  expect([fires([first, secondRequest(240, 243)]), fires([first, secondRequest(240, 262)])]).toEqual([
    false,
    true,
  ]);
  // All requests for a line in flight are served when it arrives.
  expect([fires([first, secondRequest(210, 225)]), fires([first, secondRequest(210, 235)])]).toEqual([
    false,
    true,
  ]);
  expect(fires([first, [230, 230, 255, 2, 8], secondRequest(240, 255)])).toBe(true);
  // A third line evicts one of the others, but the stream does not show which.
  expect(fires([first, [230, 230, 255, 2, 8], [231, 231, 255, 2, 12], secondRequest(240, 262)])).toBe(false);
});

test('a line arrives within the latency of a fill, or of a hit if the bank may hold it', () => {
  const firesAt = (arrives: number, before: readonly Grant[] = []): boolean =>
    fires([...before, [300, 300, arrives, 0, 4]]);
  expect([319, 320, 330, 331].map((arrives) => firesAt(arrives))).toEqual([true, false, false, true]);
  const others = [200, 240, 280].map((cycle, i): Grant => [cycle, cycle, cycle + 20, 0, 4 + 4 * i]);
  expect([301, 302, 330, 331].map((arrives) => firesAt(arrives, others))).toEqual([true, false, false, true]);
});

test('a bank never holds more lines than it has room for', () => {
  const fills = [
    [200, 200, 225, 0, 0],
    [230, 230, 255, 0, 4],
    [260, 260, 285, 0, 8],
  ] as const;
  const createGrant = (cycle: number, line: number, arrives = cycle + 3): Grant => [
    cycle,
    cycle,
    arrives,
    1,
    line,
  ];
  // Any two of the three lines may still be in the bank, but not all three.
  expect(fires([...fills, createGrant(300, 0), createGrant(310, 4)])).toBe(false);
  const three = [...fills, createGrant(300, 0), createGrant(310, 4), createGrant(320, 8)];
  expect([fires(three), fires(three, undefined, { instructionCacheLines: 0 })]).toEqual([true, false]);
  // A line that is filled again must have been evicted.
  expect(fires([...fills, createGrant(300, 0), createGrant(310, 4, 335), createGrant(340, 8)])).toBe(false);
});

test('a line that was never requested cannot be in a bank', () => {
  expect(fires([[200, 200, 203, 0, 4]])).toBe(true);
});

test('a sequencer overtakes the oldest request from another sequencer at most twice', () => {
  const otherGrants = (count: number): Grant[] =>
    Array.from({ length: count }, (_, i): Grant => [200, 200 + i, 220 + i, 0, 4 * i]);
  const firesAfter = (count: number): boolean =>
    fires([...otherGrants(count), [200, 200 + count, 220 + count, 1, 4 * count]]);
  // A grant in the same cycle as the request may predate it.
  expect([firesAfter(3), firesAfter(4)]).toEqual([false, true]);
});

test('requests from one sequencer are served in order', () => {
  const olderGrant: Grant = [200, 203, 223, 0, 8];
  const youngerGrant = (simd: number): Grant => [201, 202, 222, simd, 12];
  const earlierGrants: readonly Grant[] = [
    [200, 200, 220, 1, 0],
    [200, 201, 221, 1, 4],
  ];
  expect(fires([...earlierGrants, youngerGrant(0), olderGrant])).toBe(true);
  expect(fires([...earlierGrants, youngerGrant(2), olderGrant])).toBe(false);
});

test('a line holds code from only one program', () => {
  const firesForSecond = (program: number): boolean => {
    const baseScene = scene({ freedoms: FREEDOMS, moreDraws: [{ program }] });
    const [original] = baseScene.programs;
    const stream = new Stream({
      ...baseScene,
      programs: [original, { ...original, words: [...original.words] }],
    });
    for (const draw of [0, 1]) {
      stream.form([{ x: 2 * draw, y: 0, primitive: 4 * draw }], { draw });
      stream.add(makeLaunch(stream.cycle + 1, draw, draw, { simd: 0 }));
    }
    const line = { kind: 'code-line-served', line: 4, bank: 0 } as const;
    stream.add({ ...line, cycle: 200, wave: 0, asked: 200, arrives: 220 });
    stream.add({ ...line, cycle: 230, wave: 1, asked: 230, arrives: 232 });
    return listFiredRules(stream.judge()).includes('WIRE-06');
  };
  expect([firesForSecond(0), firesForSecond(1)]).toEqual([false, true]);
});
