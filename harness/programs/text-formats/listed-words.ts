import { UsageError } from '../../../transactions/index.js';
import { isOtherStage, PIPELINE_SYMBOL } from '../../elf/shader-object.js';
import type { ProgramText, TextFormat, TextProgram } from './text-program.js';

/** Matches an instruction with its address and words, as `llvm-objdump -d` and the Radeon GPU Analyzer print it. */
const INSTRUCTION = /^\s+(\S+).*\/\/ ([0-9A-Fa-f]{8,16}): ((?:[0-9A-Fa-f]{8}(?: |$))+)/;

/** Matches branches. The low half of a branch's word is an offset in words from the next instruction. */
const BRANCH = /^s_c?branch/;

/** Matches instructions that never fall through to the next one. */
const END = /^s_(?:endpgm|branch|setpc|code_end)/;

/** Matches `0000000000000100 <_amdgpu_ps_main>:`, which objdump prints before functions and local labels. */
const SYMBOL = /^[0-9a-f]{8,16} <([^>]+)>:/;
const LABEL = /^\s*([A-Za-z_.][\w.]*):\s*$/;

interface Listing {
  readonly name: string | undefined;
  /** The address of the first word. */
  begin: number;
  /** The highest address that the code reaches by falling through or branching. */
  reach: number;
  readonly words: number[];
  readonly lines: number[];
  readonly labels: Record<number, string>;
}

/**
 * A disassembly with addresses and words. Only the words count as code; the text is treated as a comment. If there are
 * several functions, the pixel shader is used.
 */
export const LISTED_WORDS: TextFormat = {
  name: 'disassembly with words (llvm-objdump, Radeon GPU Analyzer)',
  recognises: (text) => text.split('\n').some((line) => INSTRUCTION.test(line)),
  read(source: ProgramText): readonly TextProgram[] {
    checkStage(source);
    const listings = joinBlocks(readListings(source.lines).filter(({ words }) => words.length > 0));
    const { words, lines, labels } = findPixelShader(listings, source.file);
    const wave = /^[ \t]*wave_size\((32|64)\)/m.exec(source.text)?.[1];
    return [{ words, lines, labels, ...(wave === undefined ? {} : { wave: Number(wave) as 32 | 64 }) }];
  },
};

/** Checks the shader's stage, which the Analyzer's header gives as `type(PS)`. */
function checkStage({ text, file }: ProgramText): void {
  const stage = /^[ \t]*type\((\w+)\)/m.exec(text)?.[1];
  if (stage !== undefined && stage !== 'PS')
    throw new UsageError(`Cannot use ${file}: found a shader of type ${stage}; expected a pixel shader (PS)`);
}

function readListings(text: readonly string[]): readonly Listing[] {
  const listings: Listing[] = [makeListing(undefined)];
  text.forEach((line, index) => {
    const last = listings.at(-1)!;
    const symbol = SYMBOL.exec(line)?.[1];
    const instruction = INSTRUCTION.exec(line);
    if (symbol !== undefined) listings.push(makeListing(symbol));
    else if (instruction !== null) {
      const [, mnemonic, address, wordText] = instruction;
      const words = wordText!
        .trim()
        .split(' ')
        .map((word) => Number.parseInt(word, 16));
      addInstruction(last, mnemonic!, Number.parseInt(address!, 16), words);
      last.lines.push(...words.map(() => index + 1));
    } else {
      const label = LABEL.exec(line)?.[1];
      if (label !== undefined) last.labels[4 * last.words.length] = label;
    }
  });
  return listings;
}

function makeListing(name: string | undefined): Listing {
  return { name, begin: 0, reach: 0, words: [], lines: [], labels: {} };
}

function addInstruction(listing: Listing, mnemonic: string, address: number, words: readonly number[]): void {
  if (listing.words.length === 0) listing.begin = address;
  listing.words.push(...words);
  const next = address + 4 * words.length;
  const target = BRANCH.test(mnemonic) ? next + 4 * ((words[0]! << 16) >> 16) : 0;
  listing.reach = Math.max(listing.reach, target, END.test(mnemonic) ? 0 : next);
}

/** Joins the blocks of each function, since objdump prints local labels as if they were separate functions. */
function joinBlocks(listings: readonly Listing[]): readonly Listing[] {
  const functions: Listing[] = [];
  for (const block of listings) {
    const last = functions.at(-1);
    const end = last === undefined ? 0 : last.begin + 4 * last.words.length;
    const isEntry = block.name === PIPELINE_SYMBOL || isOtherStage(block.name ?? '');
    if (last === undefined || isEntry || block.begin !== end || last.reach < end) {
      functions.push(block);
      continue;
    }
    const offset = 4 * last.words.length;
    if (block.name !== undefined) last.labels[offset] = block.name;
    for (const [start, label] of Object.entries(block.labels)) last.labels[offset + Number(start)] = label;
    last.words.push(...block.words);
    last.lines.push(...block.lines);
    last.reach = Math.max(last.reach, block.reach);
  }
  return functions;
}

function findPixelShader(listings: readonly Listing[], file: string): Listing {
  const named = listings.find(({ name }) => name === PIPELINE_SYMBOL);
  const [first, ...others] = listings.filter(({ name }) => name === undefined || !isOtherStage(name));
  const shader = named ?? (others.length === 0 ? first : undefined);
  if (shader !== undefined) return shader;
  const names = listings.map(({ name }) => name).join(', ');
  throw new UsageError(`Cannot use ${file}: it has no pixel shader ${PIPELINE_SYMBOL}, only ${names}`);
}
