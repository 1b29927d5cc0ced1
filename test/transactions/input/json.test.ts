import { MAX_NESTING_DEPTH, parseJson } from '../../../transactions/index.js';

const parse = (text: string): unknown => parseJson(new TextEncoder().encode(text));
const nestLists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

it('parseJson accepts documents of maximum depth, and ignores brackets within strings', () => {
  const text = `{"[": "${'[{'.repeat(100)}\\"[[", "é": ${nestLists(MAX_NESTING_DEPTH - 1)}}`;
  expect(parse(text)).toEqual(JSON.parse(text));
  expect(parse(`[${Array(1000).fill('[1]').join()}]`)).toHaveLength(1000);
});

it('parseJson rejects deeper documents, regardless of their contents', () => {
  const reason = 'it nests lists and objects more than 64 deep';
  expect(() => parse(nestLists(MAX_NESTING_DEPTH + 1))).toThrow(reason);
  expect(() => parse('{"a":'.repeat(9000))).toThrow(reason);
});

it('parseJson rejects anything but JSON', () => {
  for (const text of ['', '{', '"', '\\', 'nul', '[1,]', ']', '"\\'])
    expect(() => parse(text)).toThrow(SyntaxError);
});
