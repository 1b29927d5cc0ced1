import { describe, expect, it } from 'vitest';
import {
  sameNumberReason,
  whySame,
} from '../../../../../bench/mutants/model/equivalents/same-number-reason.js';
import { mutantsOf } from '../../../../../bench/mutants/model/mutants.js';
import { placesOf } from '../../../../../bench/mutants/model/syntax.js';
import { readModule } from '../../../../../bench/mutants/model/units.js';

describe('a sum in place of a difference', () => {
  const reasons = (source: string): boolean[] =>
    [...placesOf(source)]
      .filter(({ node }) => node.type === 'BinaryExpression' && /^[+-]$/.test(node.operator))
      .map((place) => whySame(place) !== undefined);

  it('is the same number where a table says 0, and in the count of a shift where it is off by words', () => {
    expect(reasons('a = b[at + QUAD_COLUMN.X]; c = d >>> (e - 32); f = 1 << (g + 64);')).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('may be another number elsewhere', () => {
    const others = ['a = b[at + QUAD_COLUMN.Y];', 'c = d >>> (e - 31);', 'f = g - 32;', 'f = (g - 32) << h;'];
    expect(others.flatMap(reasons)).toEqual(others.map(() => false));
  });

  it('is told of the model', () => {
    const file = 'rb/output-merger';
    expect(mutantsOf(file, readModule(file)).filter((mutant) => sameNumberReason(mutant))).toHaveLength(2);
  });
});
