import { UsageError } from '../../transactions/index.js';
import type { ExternalCode, SourcedState } from './given-programs.js';
import { ASSEMBLY } from './text-formats/assembly.js';
import { HEX_WORDS } from './text-formats/hex-words.js';
import { isInstruction } from './text-formats/instruction-line.js';
import { LISTED_WORDS } from './text-formats/listed-words.js';
import { RADV_DUMP } from './text-formats/radv-dump.js';
import type { TextFormat, TextProgram } from './text-formats/text-program.js';
import { findTarget } from './text-formats/text-target.js';

/** The text formats for programs, most specific first. A text is read by the first one that recognises it. */
export const TEXT_FORMATS: readonly TextFormat[] = [LISTED_WORDS, RADV_DUMP, HEX_WORDS, ASSEMBLY];

/** `s_code_end`, with which compilers pad code on GFX10 and later. */
const CODE_END = 0xbf9f0000;

/** Whether a text looks like a program: either it is in a specific format or it contains an instruction. */
export function isProgramText(text: string): boolean {
  const isOtherFormat = TEXT_FORMATS.some((format) => format !== ASSEMBLY && format.recognises(text));
  return isOtherFormat || text.split('\n').some(isInstruction);
}

/** Reads the pixel shaders in a text. Throws `UsageError` if the text cannot be used. */
export function readTextCode(text: string, file: string, state: SourcedState): readonly ExternalCode[] {
  const lines = text.split(/\r?\n/);
  const plain = lines.join('\n');
  if (!isProgramText(plain)) throw new UsageError(`Cannot read ${file}: no instructions`);
  const format = TEXT_FORMATS.find((candidate) => candidate.recognises(plain))!;
  const target = findTarget(plain, file);
  const programs = format.read({ text: plain, lines, file, state, target });
  return programs.map((program) => ({
    ...toCode(program, file),
    ...(target === undefined ? {} : { target }),
  }));
}

function toCode(program: TextProgram, file: string): ExternalCode {
  const { name, lines, labels, wave, metadata } = program;
  const count = program.words.findLastIndex((word) => word !== CODE_END) + 1;
  return {
    name: name === undefined ? file : `${file}:${name}`,
    words: program.words.slice(0, count),
    registers: metadata?.registers ?? {},
    fields: metadata?.fields ?? {},
    wave,
    scratchBytes: metadata?.scratchBytes ?? 0,
    lines: lines.slice(0, count),
    labels,
  };
}
