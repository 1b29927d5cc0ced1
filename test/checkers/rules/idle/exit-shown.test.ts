import { expect, test } from 'vitest';
import { scene } from '../../support/scenes.js';
import { firedRules, Stream } from '../../support/stream.js';

const P0 = { x: 0, y: 0, primitive: 0 };
const ELSEWHERE = { x: 4, y: 4, primitive: 1 };
const SLACK = 8;

/** Wave 0's exit is counted in cycle 50 and wave 1's in cycle 51; ids become visible at most 24 cycles later. */
const counted = (): Stream => {
  const stream = new Stream(scene({ freedoms: { exitVisibleLatency: [2, 24] } }));
  stream.form([P0]).form([ELSEWHERE]);
  stream.cycle = 30;
  stream.section(0).section(1);
  return stream.exitCounted(0, 1, 50).exitCounted(1, 2, 51);
};

const shown = (stream: Stream, id: number, cycle: number): Stream =>
  stream.add({ kind: 'exiting-id-visible', cycle, packer: 0, id });

const fired = (stream: Stream): string[] => firedRules(stream.judge()).filter((rule) => rule === 'IDLE-02');

test('fires when polls see an exit later than its latency allows', () => {
  expect(fired(shown(shown(counted(), 1, 50 + 24 + SLACK), 2, 80))).toEqual([]);
  const late = shown(shown(counted(), 1, 50 + 24 + SLACK + 1), 2, 84);
  expect(fired(late)).toEqual(['IDLE-02']);
  expect(late.judge().violations[0]).toMatchObject({ place: { wave: 0 } });
});

test('fires if polls see an exit along with an earlier one, before its own minimum latency', () => {
  expect(fired(shown(counted(), 2, 53))).toEqual([]);
  const early = shown(counted(), 2, 52);
  expect(fired(early)).toEqual(['IDLE-02']);
  expect(early.judge().violations[0]).toMatchObject({ place: { wave: 1 } });
});

test('accepts one id for all exits up to it', () => {
  expect(
    fired(shown(counted(), 2, 60).end(0).end(1).form([P0]).add({ kind: 'draw-end', cycle: 400, draw: 0 })),
  ).toEqual([]);
});

test('fires when the stream continues and an exit is never shown', () => {
  expect(fired(shown(counted(), 1, 60).end(0).add({ kind: 'draw-end', cycle: 400, draw: 0 }))).toEqual([
    'IDLE-02',
  ]);
});

test('is silent about streams that never report visible ids', () => {
  expect(fired(counted().add({ kind: 'draw-end', cycle: 400, draw: 0 }))).toEqual([]);
});

test('takes the first visible id as the newest possible one if ids do not start where the scenario says', () => {
  const freedoms = { idWrap: 15, idStart: 13, exitVisibleLatency: [2, 24] } as const;
  const stream = new Stream(scene({ freedoms }));
  for (const [wave, id] of [10, 11, 12, 13].entries())
    stream.form([{ x: 4 * wave, y: 0, primitive: 0 }], { id });
  for (const wave of [0, 1, 2, 3]) stream.section(wave).exitCounted(wave, 11 + wave);
  expect(fired(shown(stream, 14, stream.cycle + 2).add({ kind: 'draw-end', cycle: 400, draw: 0 }))).toEqual(
    [],
  );
});
