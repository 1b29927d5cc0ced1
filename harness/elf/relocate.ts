import { CONSTANTS_ADDRESS } from '../../stimulus/index.js';
import { ByteReader } from './byte-reader.js';
import { type ElfFile, type ElfSection, SECTION_TYPE } from './elf-file.js';

/** Code bound to the location of its constants. */
export interface BoundCode {
  readonly words: readonly number[];
  /** Words of the constants, from `CONSTANTS_ADDRESS`; none if the code uses none. */
  readonly constants: readonly number[];
}

/** Sections of an ELF object that hold constants. */
const CONSTANTS = /^\.rodata/;

/** Alignment of each section of constants. */
const ALIGNMENT = 64;

/** Words written by a relocation, from its target address and its own (LLVM, AMDGPU relocation records). */
const VALUES: Readonly<Record<number, (target: number, place: number) => number>> = {
  1: (target) => target,
  2: (target) => Math.floor(target / 2 ** 32),
  4: (target, place) => target - place,
  6: (target) => target,
  10: (target, place) => target - place,
  11: (target, place) => Math.floor((target - place) / 2 ** 32),
};

/** Bytes of a relocation entry: with the addend in place, or explicit. */
const REL_BYTES = 16;
const RELA_BYTES = 24;

/**
 * Binds a program's code to its object's constants, like a loader that puts the code at address 0. Throws `UsageError` for
 * references to anything else.
 *
 * @param text index of the code's section
 * @param first the program's first byte in that section
 */
export function bindCode(
  file: ElfFile,
  text: number,
  first: number,
  words: readonly number[],
  reader: ByteReader,
): BoundCode {
  const tables = file.sections.filter(
    ({ type, info }) => (type === SECTION_TYPE.RELA || type === SECTION_TYPE.REL) && info === text,
  );
  if (tables.every(({ bytes }) => bytes.length === 0)) return { words, constants: [] };
  const { places, constants } = constantsOf(file);
  const bound = [...words];
  for (const table of tables) {
    for (const { offset, type, symbol, addend } of entriesOf(table, reader)) {
      const at = (offset - first) / 4;
      if (at < 0 || at >= words.length) continue;
      const { section, value } = file.symbols[symbol] ?? { section: -1, value: 0 };
      const place = places.get(section);
      const write = VALUES[type];
      if (place === undefined || write === undefined || !Number.isInteger(at))
        throw reader.broken(
          `its code has relocations (${table.name}) to symbols other than its own constants; expected a linked object`,
        );
      const target = CONSTANTS_ADDRESS + place + value + ((addend ?? words[at]!) | 0);
      bound[at] = write(target, offset - first) >>> 0;
    }
  }
  return { words: bound, constants };
}

interface Relocation {
  readonly offset: number;
  readonly type: number;
  readonly symbol: number;
  /** Absent if the relocated word itself holds the addend. */
  readonly addend?: number;
}

function entriesOf({ type, bytes, name }: ElfSection, reader: ByteReader): Relocation[] {
  const size = type === SECTION_TYPE.REL ? REL_BYTES : RELA_BYTES;
  if (bytes.length % size !== 0) throw reader.broken(`${name} ends within an entry`);
  const table = new ByteReader(bytes, name);
  return Array.from({ length: bytes.length / size }, (_, i) => ({
    offset: table.u64(i * size),
    type: table.u32(i * size + 8),
    symbol: table.u32(i * size + 12),
    ...(size === RELA_BYTES ? { addend: table.u32(i * size + 16) } : {}),
  }));
}

/** All constants of the object concatenated, and where each section starts. */
function constantsOf({ sections }: ElfFile): {
  readonly places: ReadonlyMap<number, number>;
  readonly constants: readonly number[];
} {
  const places = new Map<number, number>();
  const constants: number[] = [];
  for (const [index, { name, bytes }] of sections.entries()) {
    if (!CONSTANTS.test(name)) continue;
    places.set(index, constants.length * 4);
    const padded = new Uint8Array(Math.ceil(bytes.length / ALIGNMENT) * ALIGNMENT);
    padded.set(bytes);
    const reader = new ByteReader(padded, name);
    for (let at = 0; at < padded.length; at += 4) constants.push(reader.u32(at));
  }
  return { places, constants };
}
