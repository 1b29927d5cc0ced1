import { hasTool } from '../../../support/external-tool.js';
import { compareWithLlvm } from './agreement.js';
import { Random } from './random.js';
import { randomWords } from './random-words.js';

/** Minimum number of instructions that must be compared when every opcode is tried. */
const MIN_COMPARED = 500;

describe.runIf(hasTool('llvm-mc-19', 'llvm-19'))(
  'LLVM and the table agree on random words of every format, in both directions',
  () => {
    // Entries that are nearly identical to another entry try only one opcode in eight.
    test.each([
      ['gfx9', 64, 8],
      ['gfx906', 64, 2],
      ['gfx1010', 32, 8],
      ['gfx10', 64, 8],
      ['gfx10.3', 32, 2],
      ['gfx11', 64, 8],
      ['gfx11.5', 32, 2],
      ['gfx11.5', 64, 8],
      ['gfx1200', 32, 8],
      ['gfx1201', 64, 2],
    ] as const)('on %s in wave%i, trying one in %i opcodes of every format', (set, wave, stride) => {
      const words = randomWords(new Random(0x3a7d), set, 1).filter((_, i) => i % stride === 0);
      const { compared, differences } = compareWithLlvm(words, set, wave);
      expect(differences.slice(0, 10)).toEqual([]);
      expect(compared).toBeGreaterThan(MIN_COMPARED / stride);
    });
  },
);
