import { expect, test } from 'vitest';
import { scene } from '../../support/scenes.js';
import { firedRules, Stream } from '../../support/stream.js';

const P0 = { x: 0, y: 0, primitive: 0 };
const ELSEWHERE = { x: 4, y: 4, primitive: 1 };
const SLACK = 8;

/** Counts the exit of wave 0 in cycle 50 and that of wave 1 in cycle 51. Ids become visible within 24 cycles. */
const countTwoExits = (): Stream => {
  const stream = new Stream(scene({ freedoms: { exitVisibleLatency: [2, 24] } }));
  stream.form([P0]).form([ELSEWHERE]);
  stream.cycle = 30;
  stream.section(0).section(1);
  return stream.exitCounted(0, 1, 50).exitCounted(1, 2, 51);
};

const showId = (stream: Stream, id: number, cycle: number): Stream =>
  stream.add({ kind: 'exiting-id-visible', cycle, packer: 0, id });

const fired = (stream: Stream): string[] => firedRules(stream.judge()).filter((rule) => rule === 'IDLE-02');

test('fires when polls see an exit later than its latency allows', () => {
  expect(fired(showId(showId(countTwoExits(), 1, 50 + 24 + SLACK), 2, 80))).toEqual([]);
  const late = showId(showId(countTwoExits(), 1, 50 + 24 + SLACK + 1), 2, 84);
  expect(fired(late)).toEqual(['IDLE-02']);
  expect(late.judge().violations[0]).toMatchObject({ place: { wave: 0 } });
});

test('fires if polls see an exit along with an earlier one but before its own minimum latency', () => {
  expect(fired(showId(countTwoExits(), 2, 53))).toEqual([]);
  const early = showId(countTwoExits(), 2, 52);
  expect(fired(early)).toEqual(['IDLE-02']);
  expect(early.judge().violations[0]).toMatchObject({ place: { wave: 1 } });
});

test('accepts one id for all exits up to it', () => {
  expect(
    fired(
      showId(countTwoExits(), 2, 60).end(0).end(1).form([P0]).add({ kind: 'draw-end', cycle: 400, draw: 0 }),
    ),
  ).toEqual([]);
});

test('fires when an exit is never shown although the stream continues', () => {
  expect(fired(showId(countTwoExits(), 1, 60).end(0).add({ kind: 'draw-end', cycle: 400, draw: 0 }))).toEqual(
    ['IDLE-02'],
  );
});

test('does not fire for streams that do not report visible ids', () => {
  expect(fired(countTwoExits().add({ kind: 'draw-end', cycle: 400, draw: 0 }))).toEqual([]);
});

test('assumes the first visible id is the newest possible one if ids do not start where the scenario says', () => {
  const freedoms = { idWrap: 15, idStart: 13, exitVisibleLatency: [2, 24] } as const;
  const stream = new Stream(scene({ freedoms }));
  for (const [wave, id] of [10, 11, 12, 13].entries())
    stream.form([{ x: 4 * wave, y: 0, primitive: 0 }], { id });
  for (const wave of [0, 1, 2, 3]) stream.section(wave).exitCounted(wave, 11 + wave);
  expect(fired(showId(stream, 14, stream.cycle + 2).add({ kind: 'draw-end', cycle: 400, draw: 0 }))).toEqual(
    [],
  );
});
