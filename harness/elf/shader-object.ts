import { type ChipName, chipOf, PROCESSOR_NAMES } from '../../arch/index.js';
import { CONSTANTS_ADDRESS } from '../../stimulus/index.js';
import { ByteReader } from './byte-reader.js';
import {
  type ElfFile,
  type ElfSection,
  type ElfSymbol,
  listNotes,
  parseElf,
  SECTION_TYPE,
} from './elf-file.js';
import { readMesaConfig } from './mesa-config.js';
import { readPalMetadata } from './pal-metadata.js';
import { findProcessor } from './processors.js';
import type { ShaderMetadata } from './shader-metadata.js';

/** Code with its references to constants resolved. */
interface ResolvedCode {
  readonly words: readonly number[];
  /** The constants' words, starting at `CONSTANTS_ADDRESS`; empty if the code uses none. */
  readonly constants: readonly number[];
}

/** Matches the names of constant sections. */
const CONSTANTS = /^\.rodata/;

/** The alignment of each constant section, in bytes. */
const ALIGNMENT = 64;

/**
 * The word that each relocation type writes, given the addresses of its target and of the word itself (LLVM, AMDGPU
 * relocation records).
 */
const RELOCATION_VALUES: Readonly<Record<number, (target: number, address: number) => number>> = {
  1: (target) => target,
  2: (target) => Math.floor(target / 2 ** 32),
  4: (target, address) => target - address,
  6: (target) => target,
  10: (target, address) => target - address,
  11: (target, address) => Math.floor((target - address) / 2 ** 32),
};

/** The size in bytes of a REL entry, whose addend is stored in the relocated word. */
const REL_BYTES = 16;
/** The size in bytes of a RELA entry, which has an explicit addend. */
const RELA_BYTES = 24;

/**
 * Resolves a program's references to its object's constants, as a loader that places the code at address 0 would.
 * Throws `UsageError` if the code refers to anything else.
 *
 * @param textSection the index of the code's section
 * @param programStart the offset of the program's first byte in that section
 */
function resolveCode(
  file: ElfFile,
  textSection: number,
  programStart: number,
  words: readonly number[],
  reader: ByteReader,
): ResolvedCode {
  const tables = file.sections.filter(
    ({ type, info }) => (type === SECTION_TYPE.RELA || type === SECTION_TYPE.REL) && info === textSection,
  );
  if (tables.every(({ bytes }) => bytes.length === 0)) return { words, constants: [] };
  const { starts, constants } = collectConstants(file);
  const resolved = [...words];
  for (const table of tables) {
    for (const { offset, type, symbol, addend } of readRelocations(table, reader)) {
      const index = (offset - programStart) / 4;
      if (index < 0 || index >= words.length) continue;
      const { section, value } = file.symbols[symbol] ?? { section: -1, value: 0 };
      const start = starts.get(section);
      const computeValue = RELOCATION_VALUES[type];
      if (start === undefined || computeValue === undefined || !Number.isInteger(index))
        throw reader.makeError(
          `its code has relocations (${table.name}) to symbols other than its own constants; expected a linked object, which "ld.lld -shared IN.o -o OUT.so" makes`,
        );
      const target = CONSTANTS_ADDRESS + start + value + ((addend ?? words[index]!) | 0);
      resolved[index] = computeValue(target, offset - programStart) >>> 0;
    }
  }
  return { words: resolved, constants };
}

interface Relocation {
  readonly offset: number;
  readonly type: number;
  readonly symbol: number;
  /** Absent if the addend is in the relocated word. */
  readonly addend?: number;
}

function readRelocations({ type, bytes, name }: ElfSection, reader: ByteReader): Relocation[] {
  const size = type === SECTION_TYPE.REL ? REL_BYTES : RELA_BYTES;
  if (bytes.length % size !== 0) throw reader.makeError(`${name} ends in the middle of an entry`);
  const table = new ByteReader(bytes, name);
  return Array.from({ length: bytes.length / size }, (_, i) => ({
    offset: table.u64(i * size),
    type: table.u32(i * size + 8),
    symbol: table.u32(i * size + 12),
    ...(size === RELA_BYTES ? { addend: table.u32(i * size + 16) } : {}),
  }));
}

/** Concatenates the object's constants and records where each section starts. */
function collectConstants({ sections }: ElfFile): {
  readonly starts: ReadonlyMap<number, number>;
  readonly constants: readonly number[];
} {
  const starts = new Map<number, number>();
  const constants: number[] = [];
  for (const [index, { name, bytes }] of sections.entries()) {
    if (!CONSTANTS.test(name)) continue;
    starts.set(index, constants.length * 4);
    const padded = new Uint8Array(Math.ceil(bytes.length / ALIGNMENT) * ALIGNMENT);
    padded.set(bytes);
    const reader = new ByteReader(padded, name);
    for (let offset = 0; offset < padded.length; offset += 4) constants.push(reader.u32(offset));
  }
  return { starts, constants };
}

/** A pixel shader read from an AMD ELF object. */
interface ShaderObject {
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
