import { decodeProgram, type Gfx, type WaveSize } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { pick } from './real-programs.js';
import { flipBits } from './words-case.js';

/** A program's words, with its generation and wave size. */
export interface Code {
  readonly words: readonly number[];
  readonly gfx: Gfx;
  readonly wave: WaveSize;
}

type Mutation = (random: RandomStream, code: Code) => number[];

/**
 * Bit positions of the VGPR fields in VOP1 and VOP2: the destination in [24:17] and the second source in
 * [16:9].
 */
const VGPR_FIELDS = [17, 9];

function flipWordBits(random: RandomStream, { words }: Code): number[] {
  const changedIndex = random.below(words.length);
  return words.map((word, index) => (index === changedIndex ? flipBits(random, word) : word));
}

function dropTail(random: RandomStream, { words }: Code): number[] {
  return words.slice(0, 1 + random.below(words.length));
}

function replaceWord(random: RandomStream, { words }: Code): number[] {
  const changedIndex = random.below(words.length);
  return words.map((word, index) => (index === changedIndex ? random.nextUint32() : word));
}

function swapWords(random: RandomStream, { words }: Code): number[] {
  const [a, b] = [random.below(words.length), random.below(words.length)];
  return words.map((word, index) => (index === a ? words[b] : index === b ? words[a] : word));
}

/** Gives a branch a random offset, which usually leads far outside the program. */
function redirectBranch(random: RandomStream, code: Code): number[] {
  const { instructions } = decodeProgram(code.words, code.gfx, code.wave);
  const branches = instructions.filter(({ kind }) => kind === 'branch');
  if (branches.length === 0) return flipWordBits(random, code);
  const changedIndex = pick(random, branches).pc >> 2;
  const wildBranch = (code.words[changedIndex] & 0xffff0000) | random.below(0x10000);
  return code.words.map((word, index) => (index === changedIndex ? wildBranch >>> 0 : word));
}

/** Sets the high bits of a VGPR number in an instruction. */
function setHighRegisterBits(random: RandomStream, { words }: Code): number[] {
  const changedIndex = random.below(words.length);
  const high = (0xc0 | random.below(0x40)) << pick(random, VGPR_FIELDS);
  return words.map((word, index) => (index === changedIndex ? (word | high) >>> 0 : word));
}

const MUTATIONS: readonly Mutation[] = [
  flipWordBits,
  dropTail,
  replaceWord,
  swapWords,
  redirectBranch,
  setHighRegisterBits,
];

/** Maximum number of changes per program. */
const MAX_CHANGES = 3;

/**
 * Returns the code with one to three random changes to its bits, words, order, length, branch targets or
 * registers.
 */
export function mutate(random: RandomStream, code: Code): Code {
  let words = code.words;
  for (let remaining = 1 + random.below(MAX_CHANGES); remaining > 0; remaining--) {
    words = pick(random, MUTATIONS)(random, { ...code, words });
  }
  return { ...code, words };
}
