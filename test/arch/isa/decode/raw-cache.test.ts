import { GENERATIONS } from '../../../../arch/chips.js';
import { splitInstruction } from '../../../../arch/isa/decode/raw.js';
import { splitCached } from '../../../../arch/isa/decode/raw-cache.js';
import { RandomStream } from '../../../../transactions/index.js';

it('matches splitInstruction, including for shared prefixes, other generations and truncated words', () => {
  const stream = new RandomStream('0x5');
  const firstWords = Array.from({ length: 150 }, () => stream.nextUint32());
  for (let round = 0; round < 4; round++) {
    for (const first of firstWords) {
      const words = [first, stream.below(2), stream.below(2), stream.below(2)].slice(0, 1 + stream.below(4));
      for (const gfx of GENERATIONS)
        expect(splitCached(words, 0, gfx)).toEqual(splitInstruction(words, 0, gfx));
    }
  }
});
