import { parseResponse } from '../../../rtl-model/cosim/read-answer.js';
import { playBack } from '../../../rtl-model/cosim/recorded-answers.js';

it.each([
  ['done -1', [-1], ''],
  ['exited 999999999999999 0 12', [999_999_999_999_999, 0, 12], ''],
  ['credit exit 3', [0, 3], 'exit'],
])('parses a line from a design: %s', (line, values, named) => {
  const answer = parseResponse(line);
  expect(answer.message.name).toBe(line.split(' ')[0]);
  expect([answer.values, answer.namedMessage]).toEqual([values, named]);
});

it.each([
  ['', 'unknown message'],
  ['exploded 4', 'unknown message'],
  ['step 4', 'unknown message'],
  ['done', '"done" takes 1 field, got 0'],
  ['done 1 2', '"done" takes 1 field, got 2'],
  ['exited 1 0 0.5', '"id" is not an integer'],
  ['exited 1 0 1000000000000000', '"id" is not an integer'],
  ['credit héllo 1', '"message" is not a message name'],
  ['exited x1 0 1', '"cycle" is not an integer'],
  ['exited 1 0 1:', '"id" is not an integer'],
  ['exited 1 0 /1', '"id" is not an integer'],
])('rejects an invalid line: %j', (line, reason) => {
  expect(() => parseResponse(line)).toThrow(`said "${line}": ${reason}`);
});

it.each([
  [80, 'a'.repeat(80)],
  [81, `${'a'.repeat(60)}… 1 more character …${'a'.repeat(20)}`],
])('quotes at most 80 characters of an invalid line of %i characters', (length, quoted) => {
  expect(() => parseResponse('a'.repeat(length))).toThrow(`said "${quoted}": unknown`);
});

it('replays recorded answers turn by turn, until the recording ends', () => {
  const answers = ['credit exit 1', 'ready 4', 'exited 3 0 0', 'done -1', 'done -1'];
  const design = playBack({ unit: 'exit-tracker', answers });
  expect([design.unit, design.seed, 'hold' in design]).toEqual(['exit-tracker', 0, false]);
  expect([1, 2, 3].map(() => design.exchange([]))).toEqual([
    ['credit exit 1', 'ready 4'],
    ['exited 3 0 0', 'done -1'],
    ['done -1'],
  ]);
  expect(() => design.exchange([])).toThrow('the design has no recorded answer here');
});

it("replays the host's stalls, the seed and the design's failure as recorded", () => {
  const answers = ['ready 4', 'exited 3 0 0', 'failed: exited with code 7'];
  const design = playBack({ unit: 'exit-tracker', hold: 3, seed: 9, answers });
  expect(design).toMatchObject({ hold: 3, seed: 9 });
  design.exchange([]);
  expect(() => design.exchange([])).toThrow('the design exited with code 7');
});
