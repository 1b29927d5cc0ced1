import { getMaxBytes } from '../input/index.js';
import { ByteReader, type NameBudget } from './byte-reader.js';

/** An entry in a note section. */
export interface ElfNote {
  readonly owner: string;
  readonly type: number;
  readonly bytes: Uint8Array;
}

const NOTE_HEADER_BYTES = 12;

const padToWords = (size: number): number => Math.ceil(size / 4) * 4;

/** Reads a file's notes, in order. Throws `UsageError` if a note extends past the end of its section. */
export function listNotes({ sections }: ElfFile, name: string): ElfNote[] {
  return sections
    .filter(({ type }) => type === SECTION_TYPE.NOTE)
    .flatMap(({ bytes }) => readNotes(bytes, name));
}

function readNotes(bytes: Uint8Array, name: string): ElfNote[] {
  const reader = new ByteReader(bytes, name);
  const notes: ElfNote[] = [];
  for (let offset = 0; offset + NOTE_HEADER_BYTES <= bytes.length; ) {
    const ownerBytes = reader.u32(offset);
    const size = reader.u32(offset + 4);
    const owner = reader.slice(offset + NOTE_HEADER_BYTES, ownerBytes, 'a note owner');
    const start = offset + NOTE_HEADER_BYTES + padToWords(ownerBytes);
    notes.push({
      owner: Buffer.from(owner).toString('latin1').replace(/\0+$/, ''),
      type: reader.u32(offset + 8),
      bytes: reader.slice(start, size, 'a note'),
    });
    offset = start + padToWords(size);
  }
  return notes;
}

/** A section of an ELF file. */
export interface ElfSection {
  readonly name: string;
  readonly type: number;
  readonly address: number;
  readonly link: number;
  /** For a relocation section, the index of the section that the relocations apply to. */
  readonly info: number;
  /** Empty if the section takes up no space in the file. */
  readonly bytes: Uint8Array;
}

/** A symbol: a function, a label or data. */
export interface ElfSymbol {
  readonly name: string;
  /** The index of the symbol's section. */
  readonly section: number;
  /** An address or, in a relocatable file (whose sections start at 0), an offset into the section. */
  readonly value: number;
  /** 0 for labels, and for functions in handwritten assembly that have no `.size`. */
  readonly size: number;
  /** Whether the symbol is visible to other objects or marked as a function by `.type`. */
  readonly isEntry: boolean;
}

/** The contents of an AMD GPU object (formats.md 10). */
export interface ElfFile {
  /** The operating system and ABI. */
  readonly osAbi: number;
  readonly flags: number;
  readonly sections: readonly ElfSection[];
  readonly symbols: readonly ElfSymbol[];
}

export const SECTION_TYPE = { SYMTAB: 2, RELA: 4, NOTE: 7, NOBITS: 8, REL: 9, DYNSYM: 11 } as const;

const MAGIC = [0x7f, 0x45, 0x4c, 0x46];
const CLASS_64 = 2;
const LITTLE_ENDIAN = 1;
const MACHINE_AMDGPU = 224;
const HEADER_BYTES = 64;
const SECTION_HEADER_BYTES = 64;
const SYMBOL_BYTES = 24;
const SYMBOL_FUNCTION = 2;
const SYMBOL_GLOBAL = 1;

/** Whether a symbol's info byte marks an entry point. The low half is the type, and the high half the binding. */
function isEntry(info: number): boolean {
  return (info & 0xf) === SYMBOL_FUNCTION || info >> 4 === SYMBOL_GLOBAL;
}

/** Whether a file starts with the ELF magic number. */
export function isElf(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, i) => bytes[i] === byte);
}

/**
 * Reads the sections and symbols of an ELF file for AMD GPUs. Throws `UsageError` if the file is truncated or is not an
 * AMD GPU ELF file. `name` is the file's name in error messages.
 */
export function parseElf(bytes: Uint8Array, name: string): ElfFile {
  const reader = new ByteReader(bytes, name);
  reader.slice(0, HEADER_BYTES, 'the ELF header');
  if (bytes[4] !== CLASS_64 || bytes[5] !== LITTLE_ENDIAN) {
    throw reader.makeError('not a 64-bit little-endian object');
  }
  const machine = reader.u16(18);
  if (machine !== MACHINE_AMDGPU) {
    throw reader.makeError(`unexpected machine type ${machine}; expected ${MACHINE_AMDGPU} (AMD GPU)`);
  }
  const budget = { remaining: getMaxBytes('symbolNames') };
  const sections = readSections(reader, budget);
  return { osAbi: bytes[7], flags: reader.u32(48), sections, symbols: readSymbols(sections, name, budget) };
}

function readSections(reader: ByteReader, budget: NameBudget): ElfSection[] {
  const tableOffset = reader.u64(40);
  const size = reader.u16(58);
  const count = reader.u16(60);
  const namesIndex = reader.u16(62);
  if (tableOffset === 0 || count === 0) throw reader.makeError('no sections');
  if (size !== SECTION_HEADER_BYTES)
    throw reader.makeError(`its section headers are ${size} bytes each; expected 64`);
  reader.slice(tableOffset, count * size, 'the section header table');
  if (namesIndex >= count) throw reader.makeError(`missing section ${namesIndex}, the section name table`);
  const namesOffset = reader.u64(tableOffset + namesIndex * size + 24);
  const sections = Array.from({ length: count }, (_, index) => {
    const offset = tableOffset + index * size;
    const type = reader.u32(offset + 4);
    const fileBytes = type === SECTION_TYPE.NOBITS || type === 0 ? 0 : reader.u64(offset + 32);
    return {
      name: type === 0 ? '' : reader.text(namesOffset + reader.u32(offset), budget),
      type,
      address: reader.u64(offset + 16),
      link: reader.u32(offset + 40),
      info: reader.u32(offset + 44),
      bytes: reader.slice(fileBytes === 0 ? 0 : reader.u64(offset + 24), fileBytes, `section ${index}`),
    };
  });
  // Sections are read in full, so bytes shared by a thousand sections would be read a thousand times.
  const totalBytes = sections.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (totalBytes > reader.bytes.length)
    throw reader.makeError(
      `its sections have ${totalBytes} bytes in total; the file has ${reader.bytes.length}`,
    );
  return sections;
}

function readSymbols(sections: readonly ElfSection[], name: string, budget: NameBudget): ElfSymbol[] {
  const tables = sections.filter(({ type }) => type === SECTION_TYPE.SYMTAB || type === SECTION_TYPE.DYNSYM);
  return tables.flatMap(({ bytes, link, name: table }) => {
    const reader = new ByteReader(bytes, name);
    const names = sections[link];
    if (names === undefined) throw reader.makeError(`missing section ${link}, the string table of ${table}`);
    const strings = new ByteReader(names.bytes, name);
    return Array.from({ length: Math.floor(bytes.length / SYMBOL_BYTES) }, (_, i) => {
      const offset = i * SYMBOL_BYTES;
      return {
        name: strings.text(reader.u32(offset), budget),
        isEntry: isEntry(reader.u8(offset + 4)),
        section: reader.u16(offset + 6),
        value: reader.u64(offset + 8),
        size: reader.u64(offset + 16),
      };
    });
  });
}
