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

it('keeps the instructions still in use, and drops the others', () => {
  const split = (word: number) => splitCached([word], 0, 'gfx11');
  const [used, unused] = [0x7e000280, 0x7e000281].map((word) => ({ word, first: split(word) }));
  for (let other = 0; other < 20_000; other++) {
    // Moves between vector registers.
    split(0x7e000300 | ((other >> 8) << 17) | (other & 0xff));
    if (other % 1000 === 0) expect(split(used!.word)).toBe(used!.first);
  }
  expect(split(unused!.word)).not.toBe(unused!.first);
  expect(split(unused!.word)).toEqual(unused!.first);
});
