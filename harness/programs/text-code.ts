import { UsageError } from '../../transactions/index.js';
import type { ExternalCode, StateWithSource } from './external-programs.js';
import { ASSEMBLY } from './text-formats/assembly.js';
import { HEX_WORDS } from './text-formats/hex-words.js';
import { LISTED_WORDS } from './text-formats/listed-words.js';
import { RADV_DUMP } from './text-formats/radv-dump.js';
import { isInstruction, type TextFormat, type TextProgram } from './text-formats/text-program.js';
import { findTarget } from './text-formats/text-target.js';
import { UMR_LISTING } from './text-formats/umr-listing.js';

/** The text formats for programs, most specific first. Input is read by the first one that recognises it. */
const TEXT_FORMATS: readonly TextFormat[] = [LISTED_WORDS, UMR_LISTING, RADV_DUMP, HEX_WORDS, ASSEMBLY];

/** `s_code_end`, which compilers use as padding on GFX10 and later. */
const CODE_END = 0xbf9f0000;

/** Whether text looks like a program: it is in a specific format or contains an instruction. */
export function isProgramText(text: string): boolean {
  const isSpecificFormat = TEXT_FORMATS.some((format) => format !== ASSEMBLY && format.recognises(text));
  return isSpecificFormat || text.split('\n').some(isInstruction);
}

/** Reads the pixel shaders in a text file. Throws `UsageError` if the file cannot be used. */
export function readTextCode(text: string, file: string, state: StateWithSource): readonly ExternalCode[] {
  const lines = text.split(/\r?\n/);
  const normalised = lines.join('\n');
  if (!isProgramText(normalised)) throw new UsageError(`Cannot read ${file}: no instructions`);
  const format = TEXT_FORMATS.find((candidate) => candidate.recognises(normalised))!;
  const target = findTarget(normalised, file);
  const programs = format.read({ text: normalised, lines, file, state, target });
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
