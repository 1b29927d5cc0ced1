import { CONSTANTS_ADDRESS } from '../../stimulus/index.js';
import { ByteReader } from './byte-reader.js';
import { type ElfFile, type ElfSection, SECTION_TYPE } from './elf-file.js';

/** Code with its references to constants resolved. */
export interface ResolvedCode {
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
export function resolveCode(
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
