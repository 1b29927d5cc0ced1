import { UsageError } from '../../../transactions/index.js';
import { isOtherStage, PIPELINE_SYMBOL } from '../../elf/shader-object.js';
import type { ProgramText, TextFormat, TextProgram } from './text-program.js';

/** An instruction with its address and its words, as `llvm-objdump -d` and the Radeon GPU Analyzer print it. */
const LISTED = /^\s+\S.*\/\/ ([0-9A-Fa-f]{8,16}): ((?:[0-9A-Fa-f]{8}(?: |$))+)/;

/** `0000000000000100 <_amdgpu_ps_main>:` before a function in the order of objdump. */
const SYMBOL = /^[0-9a-f]{8,16} <([^>]+)>:/;
const LABEL = /^\s*([A-Za-z_.][\w.]*):\s*$/;

interface Listing {
  readonly name: string | undefined;
  readonly words: number[];
  readonly lines: number[];
  readonly labels: Record<number, string>;
}

/**
 * A disassembly with addresses and words: the words are the truth, the text is a comment. Of several functions the pixel
 * shader is taken.
 */
export const LISTED_WORDS: TextFormat = {
  name: 'disassembly with words (llvm-objdump, Radeon GPU Analyzer)',
  recognises: (text) => text.split('\n').some((line) => LISTED.test(line)),
  read(source: ProgramText): readonly TextProgram[] {
    checkStage(source);
    const listings = listingsOf(source.lines).filter(({ words }) => words.length > 0);
    const { words, lines, labels } = pixelShader(listings, source.file);
    const wave = /^[ \t]*wave_size\((32|64)\)/m.exec(source.text)?.[1];
    return [{ words, lines, labels, ...(wave === undefined ? {} : { wave: Number(wave) as 32 | 64 }) }];
  },
};

/** The analyzer's header says which stage a shader is of: `type(PS)`. */
function checkStage({ text, file }: ProgramText): void {
  const stage = /^[ \t]*type\((\w+)\)/m.exec(text)?.[1];
  if (stage !== undefined && stage !== 'PS')
    throw new UsageError(`Cannot use ${file}: it is a shader of type ${stage}; expected a pixel shader (PS)`);
}

function listingsOf(text: readonly string[]): readonly Listing[] {
  const listings: Listing[] = [listing(undefined)];
  text.forEach((line, at) => {
    const last = listings.at(-1)!;
    const symbol = SYMBOL.exec(line)?.[1];
    const words = LISTED.exec(line)?.[2]?.trim().split(' ');
    if (symbol !== undefined) listings.push(listing(symbol));
    else if (words !== undefined) {
      last.words.push(...words.map((word) => Number.parseInt(word, 16)));
      last.lines.push(...words.map(() => at + 1));
    } else {
      const label = LABEL.exec(line)?.[1];
      if (label !== undefined) last.labels[4 * last.words.length] = label;
    }
  });
  return listings;
}

function listing(name: string | undefined): Listing {
  return { name, words: [], lines: [], labels: {} };
}

function pixelShader(listings: readonly Listing[], file: string): Listing {
  const named = listings.find(({ name }) => name === PIPELINE_SYMBOL);
  const [first, ...others] = listings.filter(({ name }) => name === undefined || !isOtherStage(name));
  const only = named ?? (others.length === 0 ? first : undefined);
  if (only !== undefined) return only;
  const names = listings.map(({ name }) => name).join(', ');
  throw new UsageError(
    `Cannot use ${file}: none of its functions is the pixel shader ${PIPELINE_SYMBOL}; it has ${names}`,
  );
}
