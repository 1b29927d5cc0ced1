import { type ChipName, chipOf, PROCESSOR_NAMES } from '../../arch/index.js';
import { ByteReader } from './byte-reader.js';
import { type ElfFile, type ElfSymbol, parseElf } from './elf-file.js';
import { readMesaConfig } from './mesa-config.js';
import { listNotes } from './notes.js';
import { readPalMetadata } from './pal-metadata.js';
import { findProcessor } from './processors.js';
import { type ResolvedCode, resolveCode } from './relocate.js';
import type { ShaderMetadata } from './shader-metadata.js';

/** A pixel shader read from an AMD ELF object. */
export interface ShaderObject {
  /** The name of the program's symbol. */
  readonly symbol: string;
  /** The modelled chip that runs the shader. */
  readonly chip: ChipName;
  /** LLVM's name for the processor. */
  readonly processor: string;
  readonly words: readonly number[];
  /** The words of the program's constants, starting at `CONSTANTS_ADDRESS`. */
  readonly constants: readonly number[];
  readonly metadata: ShaderMetadata;
}

const ABI = { HSA: 0x40 } as const;

/** PAL's symbol for a pipeline's pixel shader. */
export const PIPELINE_SYMBOL = '_amdgpu_ps_main';

/** Whether a symbol is PAL's entry point for a stage other than the pixel shader. */
export function isOtherStage(symbol: string): boolean {
  return /^_amdgpu_(?!ps_)\w+_main$/.test(symbol);
}

const TEXT = '.text';

const NO_METADATA: ShaderMetadata = {
  registers: {},
  fields: {},
  entry: undefined,
  wave: undefined,
  scratchBytes: 0,
};

/**
 * Reads the pixel shader from an ELF object produced by PAL, Mesa or LLVM (formats.md 10). Throws `UsageError` if there
 * is no pixel shader, if the processor is not modelled, or if the object has not been linked.
 *
 * @param name the file's name in error messages
 */
export function readShaderObject(bytes: Uint8Array, name: string): ShaderObject {
  const file = parseElf(bytes, name);
  const reader = new ByteReader(bytes, name);
  if (file.osAbi === ABI.HSA)
    throw reader.makeError('found a compute object (HSA); expected a PAL or Mesa pixel shader');
  const processor = findProcessor(file.flags);
  if (processor?.chip === undefined) {
    const description = processor?.name ?? `unknown (e_flags 0x${file.flags.toString(16)})`;
    throw reader.makeError(
      `its processor is ${description}, which is not modelled; expected one of ${PROCESSOR_NAMES.join(', ')}`,
    );
  }
  const { chip } = processor;
  const { gfx } = chipOf(chip);
  const metadata =
    readPalMetadata(listNotes(file, name), gfx, name) ?? readMesaConfig(file, gfx, name) ?? NO_METADATA;
  const symbol = findProgramSymbol(file, metadata, reader);
  return {
    symbol: symbol.name,
    chip,
    processor: processor.name,
    ...readCode(file, symbol, reader),
    metadata,
  };
}

function findTextSection({ sections }: ElfFile): number {
  return sections.findIndex(({ name }) => name === TEXT);
}

/** Returns the program's symbol: the one named in the metadata, else PAL's, else the only one. */
function findProgramSymbol(file: ElfFile, { entry }: ShaderMetadata, reader: ByteReader): ElfSymbol {
  const text = findTextSection(file);
  if (text < 0) throw reader.makeError('missing .text section');
  const programs = findPrograms(file, text, [entry, PIPELINE_SYMBOL]);
  const match =
    programs.find(({ name }) => name === entry) ?? programs.find(({ name }) => name === PIPELINE_SYMBOL);
  if (match !== undefined) return match;
  if (programs.length === 1 && entry === undefined && !isOtherStage(programs[0].name)) return programs[0];
  const expected = entry === undefined ? `the pixel shader ${PIPELINE_SYMBOL}` : `the pixel shader ${entry}`;
  const names = programs.map(({ name }) => name).join(', ');
  throw reader.makeError(`found ${names || 'no function symbols'} in its code; expected ${expected}`);
}

/** Returns the functions in the code. If none has a size (`.size` in assembly), each ends where the next one starts. */
function findPrograms(
  { symbols, sections }: ElfFile,
  text: number,
  entries: readonly (string | undefined)[],
): readonly ElfSymbol[] {
  const namedSymbols = symbols.filter(({ section, name }) => section === text && name !== '');
  const sizedSymbols = namedSymbols.filter(({ size }) => size > 0);
  if (sizedSymbols.length > 0) return sizedSymbols;
  const programs = namedSymbols
    .filter(({ isEntry, name }) => isEntry || entries.includes(name))
    .sort((a, b) => a.value - b.value);
  const end = sections[text].address + sections[text].bytes.length;
  return programs
    .map((program, i) => ({ ...program, size: (programs[i + 1]?.value ?? end) - program.value }))
    .filter(({ size }) => size > 0);
}

function readCode(file: ElfFile, { name, value, size }: ElfSymbol, reader: ByteReader): ResolvedCode {
  const index = findTextSection(file);
  const { bytes, address } = file.sections[index];
  const first = value - address;
  if (first < 0 || first + size > bytes.length || size % 4 !== 0) {
    throw reader.makeError(
      `program ${name} (${size} bytes at offset ${first}) does not fit in the ${bytes.length} bytes of .text`,
    );
  }
  const code = new ByteReader(bytes, TEXT);
  const words = Array.from({ length: size / 4 }, (_, i) => code.u32(first + 4 * i));
  return resolveCode(file, index, first, words, reader);
}
