import { expect, it } from 'vitest';
import {
  compareTimelines,
  findLifetimeDifferences,
  findMissingLines,
  type LoadedRun,
  listFeedEvents,
} from '../../../failures/timeline/events.js';
import { buildRunTimeline } from '../../../failures/timeline/run-timeline.js';
import { groupSlotRows, pairRows } from '../../../failures/timeline/snapshots.js';
import { scene } from '../../checkers/support/scenes.js';
import { Stream } from '../../checkers/support/stream.js';

/** Creates a run with one wave that polls at cycle 20 and enters when its poll at cycle `entry` reads a later id. */
function createRunWithEntry(entry: number): LoadedRun {
  const stream = new Stream(scene())
    .form([{ x: 0, y: 0, primitive: 0 }], { didOverlap: true })
    .setPacker(0)
    .poll(0, 5, 20)
    .poll(0, 6, entry)
    .sendMessage(0);
  const { transactions } = stream;
  return {
    timeline: buildRunTimeline(stream.scenario, transactions),
    lines: transactions.map((transaction) => JSON.stringify(transaction)),
  };
}

const [thisRun, otherRun] = [createRunWithEntry(30), createRunWithEntry(40)];

it('findMissingLines finds missing lines regardless of order, and counts repeated lines', () => {
  expect([...findMissingLines(['b', 'a', 'a'], ['a', 'a', 'b'])]).toEqual([]);
  expect([...findMissingLines(['b', 'a'], ['a', 'a', 'c', 'b'])]).toEqual([1, 2]);
});

it('findLifetimeDifferences lists the wave events whose cycles differ between two runs, earliest first', () => {
  expect(findLifetimeDifferences(thisRun.timeline, otherRun.timeline)).toEqual([
    { wave: 0, kind: 'poll', occurrence: 1, own: 30, other: 40 },
    { wave: 0, kind: 'entry', occurrence: 0, own: 30, other: 40 },
    { wave: 0, kind: 'exit-sent', occurrence: 0, own: 31, other: 41 },
  ]);
  const emptyTimeline = buildRunTimeline(thisRun.timeline.scenario, []);
  expect(findLifetimeDifferences(emptyTimeline, thisRun.timeline)[0]).toEqual({
    wave: 0,
    kind: 'formed',
    occurrence: 0,
    other: 1,
  });
  expect(findLifetimeDifferences(thisRun.timeline, emptyTimeline)[0]).toEqual({
    wave: 0,
    kind: 'formed',
    occurrence: 0,
    own: 1,
  });
  expect(findLifetimeDifferences(thisRun.timeline, thisRun.timeline)).toEqual([]);
});

it('listFeedEvents lists the filtered events of two runs chronologically, with common events listed once', () => {
  const comparison = compareTimelines(thisRun, otherRun);
  const feed = (filter: Parameters<typeof listFeedEvents>[1]) =>
    listFeedEvents(thisRun.timeline, filter, comparison).map(({ cycle, side }) => `${side} ${cycle}`);
  expect(feed({ kind: 'exiting-id-polled' })).toEqual(['both 20', 'here 30', 'there 40']);
  expect(feed({ differing: true })).toEqual(['here 30', 'here 31', 'there 40', 'there 41']);
  expect(feed({ waves: [1] })).toEqual([]);
});

it('pairRows pairs the rows of two runs, with one row per slot used by either run', () => {
  const getRows = (slot: number) => {
    const rows = groupSlotRows(thisRun.timeline);
    return rows.map((row) => ({ ...row, slot }));
  };
  const rows = pairRows(getRows(3), getRows(2));
  expect(rows.map(({ slot, waves, otherWaves }) => [slot, waves.length, otherWaves.length])).toEqual([
    [2, 0, 1],
    [3, 1, 0],
  ]);
  expect(
    pairRows(getRows(3), getRows(3)).map(({ waves, otherWaves }) => [waves.length, otherWaves.length]),
  ).toEqual([[1, 1]]);
});
