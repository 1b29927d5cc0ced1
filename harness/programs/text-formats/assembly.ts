import { parse } from 'yaml';
import { assembleListing, chipOf, type Gfx, getInstructionSet, ParseError } from '../../../arch/index.js';
import { UsageError } from '../../../transactions/index.js';
import { formatOneLine } from '../../basics/index.js';
import { parseConfigMetadata } from '../../elf/mesa-config.js';
import { parsePalMetadata } from '../../elf/pal-metadata.js';
import type { ShaderMetadata } from '../../elf/shader-metadata.js';
import { isOtherStage, PIPELINE_SYMBOL } from '../../elf/shader-object.js';
import { findProgramChip } from '../external-programs.js';
import type { ProgramText, TextFormat, TextProgram } from './text-program.js';

const PAL = /^\s*\.amdgpu_pal_metadata\s*$/;
const PAL_END = /^\s*\.end_amdgpu_pal_metadata/;
const CONFIG = /^\s*\.section\s+\.AMDGPU\.config\b/;
const LONG = /^\s*\.long\s+(\w+)/;

/**
 * Reads the pixel shader metadata from the sections of an assembly file, as it would appear in the assembled object.
 * Returns undefined if there is none.
 */
function readAssemblyMetadata({ lines, file }: ProgramText, gfx: Gfx): ShaderMetadata | undefined {
  const pal = findLinesAfter(lines, PAL, (line) => !PAL_END.test(line));
  if (pal !== undefined && pal.end < lines.length)
    return parsePalMetadata(parseDocument(lines.slice(pal.begin, pal.end).join('\n'), file), gfx, file);
  const config = findLinesAfter(lines, CONFIG, (line) => LONG.test(line));
  if (config === undefined || config.begin === config.end) return undefined;
  const words = lines.slice(config.begin, config.end).map((line) => Number(LONG.exec(line)![1]));
  return parseConfigMetadata(words, gfx, file);
}

/** Returns the range of lines under the first matching heading, excluding `end`; undefined if no heading matches. */
function findLinesAfter(
  lines: readonly string[],
  heading: RegExp,
  belongsToSection: (line: string) => boolean,
): { readonly begin: number; readonly end: number } | undefined {
  const begin = lines.findIndex((line) => heading.test(line)) + 1;
  if (begin === 0) return undefined;
  const length = lines.slice(begin).findIndex((line) => !belongsToSection(line));
  return { begin, end: length < 0 ? lines.length : begin + length };
}

function parseDocument(yaml: string, file: string): unknown {
  try {
    return parse(yaml, { maxAliasCount: 0 });
  } catch (error) {
    throw new UsageError(
      `Invalid assembly in ${file}: its PAL metadata is not YAML (${formatOneLine(error)})`,
    );
  }
}

interface AssemblyFunction {
  readonly name: string;
  /** The zero-based index of its first line. */
  readonly begin: number;
  /** The zero-based index of the line after its last line. */
  readonly end: number;
}

/**
 * Matches a function directive, which `llc -filetype=asm` prints before the label, after other functions' constants.
 */
const FUNCTION_DIRECTIVE = /^\s*\.type\s+([\w.$]+),\s*@function/;

const LABEL = /^\s*([\w.$]+):/;

/** Matches the label between a function's last instruction and its notes and constants. */
const END = /^\.Lfunc_end\d+:/;

/**
 * Finds the pixel shader in assembly text: the function named in the metadata, else the one with PAL's standard name,
 * else the only function. Text without function directives is treated as one shader. Throws `UsageError`, listing the
 * functions, if none qualifies.
 */
function findPixelFunction(
  lines: readonly string[],
  entry: string | undefined,
  file: string,
): AssemblyFunction {
  const functions = findFunctions(lines);
  if (functions.length === 0) return { name: '', begin: 0, end: lines.length };
  const named =
    functions.find(({ name }) => name === entry) ?? functions.find(({ name }) => name === PIPELINE_SYMBOL);
  if (named !== undefined) return named;
  const [first] = functions;
  if (functions.length === 1 && !isOtherStage(first!.name)) return first!;
  const names = functions.map(({ name }) => name).join(', ');
  throw new UsageError(
    `Cannot use ${file}: it has no pixel shader ${entry ?? PIPELINE_SYMBOL}, only ${names}`,
  );
}

function findFunctions(lines: readonly string[]): readonly AssemblyFunction[] {
  const starts = findStarts(lines);
  return starts.map(({ name, begin }, i) => {
    const next = starts[i + 1]?.begin ?? lines.length;
    const length = lines.slice(begin, next).findIndex((line) => END.test(line));
    return { name, begin, end: length < 0 ? next : begin + length };
  });
}

/** Finds where functions start: at the directive, or at the label if that is earlier. */
function findStarts(lines: readonly string[]): readonly Omit<AssemblyFunction, 'end'>[] {
  const labels = new Map<string, number>();
  const functions = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    const label = LABEL.exec(line)?.[1];
    if (label !== undefined && !labels.has(label)) labels.set(label, index);
    const name = FUNCTION_DIRECTIVE.exec(line)?.[1];
    if (name !== undefined) functions.set(name, Math.min(index, labels.get(name) ?? index));
  }
  return [...functions].map(([name, begin]) => ({ name, begin })).sort((a, b) => a.begin - b.begin);
}

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
