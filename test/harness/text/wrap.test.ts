import fc from 'fast-check';
import { flowItems, wrapText } from '../../../harness/text/table.js';

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
