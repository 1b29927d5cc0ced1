import { expect, it } from 'vitest';
import { expectsAnswer, findUnanswered } from '../../../failures/replay/owed-answers.js';

it('recognises host messages that require an answer', () => {
  const lines = ['exit 3 0 41', 'completed 3 0 41 0', 'packed 3 0', 'formed 3 0 41', 'step 7', 'begin'];
  expect(lines.filter(expectsAnswer)).toEqual(['exit 3 0 41', 'completed 3 0 41 0', 'packed 3 0']);
});

it('returns the unanswered messages; of two with the same id, only the later one is unanswered', () => {
  const requests = ['exit 3 0 41', 'exit 4 1 41', 'exit 5 0 42', 'exit 900 0 41'];
  const answers = ['ready 4', 'exited 9 0 42', 'visible 12 0 43', 'exited 10 0 41', 'done -1'];
  expect(findUnanswered(requests, answers)).toEqual(['exit 4 1 41', 'exit 900 0 41']);
});

it('accepts any id for a wave waiting for one, and a description as the answer for a completed wave', () => {
  const requests = ['packed 3 0', 'packed 9 0', 'packed 9 1', 'completed 20 0 41 0', 'completed 30 0 42 1'];
  const answers = ['numbered 8 0 41', 'numbered 12 1 41', 'meets 25 0 41 40', 'described 26 0 41 1 40'];
  expect(findUnanswered(requests, answers)).toEqual(['packed 9 0', 'completed 30 0 42 1']);
});
