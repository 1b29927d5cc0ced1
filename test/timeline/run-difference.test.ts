import { expect, it } from 'vitest';
import {
  buildRunStory,
  compareStories,
  findLifetimeDifferences,
  findMissingLines,
  groupSlotRows,
  type LoadedRun,
  listFeedEvents,
  pairRows,
} from '../../timeline/index.js';
import { scene } from '../checkers/support/scenes.js';
import { Stream } from '../checkers/support/stream.js';

/** Creates a run with one wave that polls at cycle 20 and enters after a poll at cycle `entry` reads a later id. */
function runWithEntry(entry: number): LoadedRun {
  const stream = new Stream(scene())
    .form([{ x: 0, y: 0, primitive: 0 }], { didOverlap: true })
    .setPacker(0)
    .poll(0, 5, 20)
    .poll(0, 6, entry)
    .message(0);
  const { transactions } = stream;
  return {
    story: buildRunStory(stream.scenario, transactions),
    lines: transactions.map((transaction) => JSON.stringify(transaction)),
  };
}

const [own, other] = [runWithEntry(30), runWithEntry(40)];

it('findMissingLines finds missing lines regardless of order, and counts repeated lines', () => {
  expect([...findMissingLines(['b', 'a', 'a'], ['a', 'a', 'b'])]).toEqual([]);
  expect([...findMissingLines(['b', 'a'], ['a', 'a', 'c', 'b'])]).toEqual([1, 2]);
});

it('findLifetimeDifferences lists the wave events whose cycles differ between two runs, earliest first', () => {
  expect(findLifetimeDifferences(own.story, other.story)).toEqual([
    { wave: 0, kind: 'poll', nth: 1, own: 30, other: 40 },
    { wave: 0, kind: 'entry', nth: 0, own: 30, other: 40 },
    { wave: 0, kind: 'exit-sent', nth: 0, own: 31, other: 41 },
  ]);
  const none = buildRunStory(own.story.scenario, []);
  expect(findLifetimeDifferences(none, own.story)[0]).toEqual({ wave: 0, kind: 'formed', nth: 0, other: 1 });
  expect(findLifetimeDifferences(own.story, none)[0]).toEqual({ wave: 0, kind: 'formed', nth: 0, own: 1 });
  expect(findLifetimeDifferences(own.story, own.story)).toEqual([]);
});

it('listFeedEvents lists the filtered events of two runs in time order, with common events listed once', () => {
  const compared = compareStories(own, other);
  const feed = (filter: Parameters<typeof listFeedEvents>[1]) =>
    listFeedEvents(own.story, filter, compared).map(({ cycle, side }) => `${side} ${cycle}`);
  expect(feed({ kind: 'exiting-id-polled' })).toEqual(['both 20', 'here 30', 'there 40']);
  expect(feed({ differing: true })).toEqual(['here 30', 'here 31', 'there 40', 'there 41']);
  expect(feed({ waves: [1] })).toEqual([]);
});

it('pairRows pairs the rows of two runs, with one row per slot used by either run', () => {
  const rowsInSlot = (slot: number) => {
    const rows = groupSlotRows(own.story);
    return rows.map((row) => ({ ...row, slot }));
  };
  const rows = pairRows(rowsInSlot(3), rowsInSlot(2));
  expect(rows.map(({ slot, waves, others }) => [slot, waves.length, others.length])).toEqual([
    [2, 0, 1],
    [3, 1, 0],
  ]);
  expect(
    pairRows(rowsInSlot(3), rowsInSlot(3)).map(({ waves, others }) => [waves.length, others.length]),
  ).toEqual([[1, 1]]);
});
