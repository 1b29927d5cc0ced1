import { assembleListing, chipOf, getInstructionSet, ParseError } from '../../../arch/index.js';
import { UsageError } from '../../../transactions/index.js';
import { formatOneLine } from '../../basics/index.js';
import type { ShaderMetadata } from '../../elf/shader-metadata.js';
import { findProgramChip } from '../external-programs.js';
import { type AssemblyFunction, findPixelFunction } from './assembly-functions.js';
import { readAssemblyMetadata } from './assembly-metadata.js';
import type { ProgramText, TextFormat, TextProgram } from './text-program.js';

/** Matches `#` comments, and directives that emit no relevant instructions. */
const IGNORED =
  /^\s*(?:#|\.(?:text|amdgcn_target|amd_amdgpu_isa|globl|global|hidden|protected|weak|local|p2alignl?|align|balign|type|section|size|ident|set|file|loc|cfi_\w+|addrsig|fill|skip|end)\b).*/;

/**
 * Assembly in LLVM's syntax, either handwritten or printed by `llc`. If there are several functions, PAL's metadata and
 * names identify the pixel shader. This is the catch-all for input that no other format recognises.
 */
export const ASSEMBLY: TextFormat = {
  name: 'assembly text',
  recognises: () => true,
  read(source: ProgramText): readonly TextProgram[] {
    const { text, lines, file, state, target } = source;
    if (/^[ \t]*\.amdhsa_kernel\b/m.test(text))
      throw new UsageError(`Cannot use ${file}: found a compute kernel (HSA); expected a pixel shader`);
    const chip = chipOf(findProgramChip(state, { name: file, ...(target === undefined ? {} : { target }) }));
    const metadata = readAssemblyMetadata(source, chip.gfx);
    const program = findPixelFunction(lines, metadata?.entry, file);
    const listing = assemble(extractProgram(lines, program), file, chip);
    if (listing.words.length === 0) throw new UsageError(`Cannot read ${file}: no instructions`);
    return [{ ...listing, ...makeMetadataFields(metadata) }];
  },
};

function makeMetadataFields(metadata: ShaderMetadata | undefined): Partial<TextProgram> {
  if (metadata === undefined) return {};
  const { wave } = metadata;
  return { metadata, ...(wave === undefined ? {} : { wave }) };
}

/** Keeps only one function's instructions and labels, on their original lines. */
function extractProgram(lines: readonly string[], { begin, end }: AssemblyFunction): string {
  return lines
    .map((line, index) => (index >= begin && index < end ? line.replace(IGNORED, '') : ''))
    .join('\n');
}

function assemble(text: string, file: string, chip: ReturnType<typeof chipOf>): Omit<TextProgram, 'name'> {
  try {
    const { lines, labels } = assembleListing(text, getInstructionSet(chip));
    return {
      words: lines.flatMap(({ words }) => words),
      lines: lines.flatMap(({ words, line }) => words.map(() => line)),
      labels: Object.fromEntries(Array.from(labels, ([name, dword]) => [4 * dword, name])),
    };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { expected, got, line, instruction } = error;
    throw new UsageError(formatOneLine(new ParseError(expected, got, line, instruction, file)));
  }
}
