import { describe, expect, test } from 'vitest';
import { hasTool } from '../../../support/external-tool.js';
import { agreementOn } from './agreement.js';
import { Random } from './random.js';
import { randomWords } from './random-words.js';

/** Words for each opcode number of each format. */
const EACH = 3;
/** Instructions among them that LLVM can tell, at least. */
const COMPARED_LEAST = 1500;

describe.runIf(hasTool('llvm-mc-19', 'llvm-19'))(
  'LLVM and the table read random words of every format alike, in both directions',
  () => {
    test.each([
      ['gfx9', 64],
      ['gfx906', 64],
      ['gfx1010', 32],
      ['gfx10', 64],
      ['gfx10.3', 32],
      ['gfx10.3', 64],
      ['gfx11', 32],
      ['gfx11', 64],
      ['gfx11.5', 32],
      ['gfx11.5', 64],
    ] as const)('on %s in waves of %i', (set, wave) => {
      const words = randomWords(new Random(0x3a7d), set, EACH);
      const { compared, differences } = agreementOn(words, set, wave);
      expect(differences.slice(0, 10)).toEqual([]);
      expect(compared).toBeGreaterThan(COMPARED_LEAST);
    });
  },
);
