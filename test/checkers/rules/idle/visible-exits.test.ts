import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, Stream } from '../../support/stream.js';

const ELSEWHERE = { x: 4, y: 4, primitive: 1 };
const SLACK = 8;

/** Counts the exits of waves 0 and 1 in cycles 50 and 51. Ids become visible within 24 cycles. */
const countTwoExits = (): Stream => {
  const stream = new Stream(scene({ freedoms: { exitVisibleLatency: [2, 24] } }));
  stream.form([P0]).form([ELSEWHERE]);
  stream.cycle = 30;
  stream.runSection(0).runSection(1);
  return stream.countExit(0, 1, 50).countExit(1, 2, 51);
};

const showId = (stream: Stream, id: number, cycle: number): Stream =>
  stream.add({ kind: 'exiting-id-visible', cycle, packer: 0, id });

const listFirings = (stream: Stream): string[] =>
  listFiredRules(stream.judge()).filter((rule) => rule === 'IDLE-02');

test('fires when polls see an exit later than its latency allows', () => {
  expect(listFirings(showId(showId(countTwoExits(), 1, 50 + 24 + SLACK), 2, 80))).toEqual([]);
  const lateStream = showId(showId(countTwoExits(), 1, 50 + 24 + SLACK + 1), 2, 84);
  expect(listFirings(lateStream)).toEqual(['IDLE-02']);
  expect(lateStream.judge().violations[0]).toMatchObject({ place: { wave: 0 } });
});

test('fires if polls see an exit together with an earlier one, before its own minimum latency has passed', () => {
  expect(listFirings(showId(countTwoExits(), 2, 53))).toEqual([]);
  const earlyStream = showId(countTwoExits(), 2, 52);
  expect(listFirings(earlyStream)).toEqual(['IDLE-02']);
  expect(earlyStream.judge().violations[0]).toMatchObject({ place: { wave: 1 } });
});

test('fires if polls see an exit before its minimum latency, though no earlier one is on its way', () => {
  const showFirst = (cycle: number): Stream => {
    const stream = countTwoExits();
    stream.transactions.pop();
    return showId(stream, 1, cycle);
  };
  expect(listFirings(showFirst(52))).toEqual([]);
  expect(listFirings(showFirst(51))).toEqual(['IDLE-02']);
});

test('fires if two ids of a packer become visible in one cycle', () => {
  expect(listFirings(showId(showId(countTwoExits(), 1, 60), 2, 61))).toEqual([]);
  expect(listFirings(showId(showId(countTwoExits(), 1, 60), 2, 60))).toEqual(['IDLE-02']);
});

test('accepts a single id that makes several exits visible', () => {
  expect(
    listFirings(
      showId(countTwoExits(), 2, 60).end(0).end(1).form([P0]).add({ kind: 'draw-end', cycle: 400, draw: 0 }),
    ),
  ).toEqual([]);
});

test('fires when an exit never becomes visible although the stream continues', () => {
  expect(
    listFirings(showId(countTwoExits(), 1, 60).end(0).add({ kind: 'draw-end', cycle: 400, draw: 0 })),
  ).toEqual(['IDLE-02']);
});

test('does not fire for streams that do not report visible ids', () => {
  expect(listFirings(countTwoExits().add({ kind: 'draw-end', cycle: 400, draw: 0 }))).toEqual([]);
});

test('assumes the first visible id is the newest possible one if ids do not start where the scenario specifies', () => {
  const freedoms = { idWrap: 15, idStart: 13, exitVisibleLatency: [2, 24] } as const;
  const stream = new Stream(scene({ freedoms }));
  for (const [wave, id] of [10, 11, 12, 13].entries())
    stream.form([{ x: 4 * wave, y: 0, primitive: 0 }], { id });
  for (const wave of [0, 1, 2, 3]) stream.runSection(wave).countExit(wave, 11 + wave);
  expect(
    listFirings(showId(stream, 14, stream.cycle + 2).add({ kind: 'draw-end', cycle: 400, draw: 0 })),
  ).toEqual([]);
});
