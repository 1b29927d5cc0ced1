import { expectsAnswer, findUnanswered } from '../../../failures/replay/unanswered.js';

it('recognises host messages that require an answer', () => {
  const lines = ['exit 3 0 41', 'completed 3 0 41 0', 'packed 3 0', 'formed 3 0 41', 'step 7', 'begin'];
  expect(lines.filter(expectsAnswer)).toEqual(['exit 3 0 41', 'completed 3 0 41 0', 'packed 3 0']);
});

it('returns unanswered messages, matching an answer to the earlier of two messages with the same id', () => {
  const requests = ['exit 3 0 41', 'exit 4 1 41', 'exit 5 0 42', 'exit 900 0 41'];
  const answers = ['ready 4', 'exited 9 0 42', 'visible 12 0 43', 'exited 10 0 41', 'done -1'];
  expect(findUnanswered(requests, answers)).toEqual(['exit 4 1 41', 'exit 900 0 41']);
});

it('accepts any id as the answer for a packed wave, and a description for a completed one', () => {
  const requests = ['packed 3 0', 'packed 9 0', 'packed 9 1', 'completed 20 0 41 0', 'completed 30 0 42 1'];
  const answers = ['numbered 8 0 41', 'numbered 12 1 41', 'meets 25 0 41 40', 'described 26 0 41 1 40'];
  expect(findUnanswered(requests, answers)).toEqual(['packed 9 0', 'completed 30 0 42 1']);
});
