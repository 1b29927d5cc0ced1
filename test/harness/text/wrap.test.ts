import fc from 'fast-check';
import { fillText, flowItems, wrapText } from '../../../harness/text/wrap.js';

it('fills lines up to the width and indents all lines but the first', () => {
  expect(fillText('findings  none at all', 16, 10)).toBe('findings  none\n          at all');
  expect(fillText('one two three', 7, 0)).toBe('one two\nthree');
});

it('keeps spaces within a line and never breaks an overlong word', () => {
  expect(fillText('   1. a', 80, 6)).toBe('   1. a');
  expect(fillText('a pops-testbench b', 6, 0)).toBe('a\npops-testbench\nb');
});

describe('wrapped text', () => {
  it('breaks at spaces and indents the following lines', () => {
    expect(wrapText('one two three', 8, '  ')).toEqual(['one two', '  three']);
  });

  it('does not break items or separators that fit', () => {
    expect(flowItems(['F 1', 'L 2', 'p 3 4'], ', ', 9)).toEqual(['F 1, L 2,', 'p 3 4']);
  });

  it('never exceeds the width and drops only spaces', () => {
    const wordLists = fc.array(fc.string({ minLength: 1, maxLength: 30 }), { maxLength: 12 });
    fc.assert(
      fc.property(wordLists, fc.integer({ min: 1, max: 40 }), (words, width) => {
        const text = words.join(' ');
        const lines = wrapText(text, width, '   ');
        expect(lines.filter((line) => line.length > width)).toEqual([]);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });
});
