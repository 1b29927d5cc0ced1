import { ByteReader } from './byte-reader.js';
import { type ElfFile, SECTION_TYPE } from './elf-file.js';

/** An entry in a note section. */
export interface ElfNote {
  readonly owner: string;
  readonly type: number;
  readonly bytes: Uint8Array;
}

const HEADER_BYTES = 12;

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
  for (let offset = 0; offset + HEADER_BYTES <= bytes.length; ) {
    const ownerBytes = reader.u32(offset);
    const size = reader.u32(offset + 4);
    const owner = reader.slice(offset + HEADER_BYTES, ownerBytes, 'a note owner');
    const start = offset + HEADER_BYTES + padToWords(ownerBytes);
    notes.push({
      owner: Buffer.from(owner).toString('latin1').replace(/\0+$/, ''),
      type: reader.u32(offset + 8),
      bytes: reader.slice(start, size, 'a note'),
    });
    offset = start + padToWords(size);
  }
  return notes;
}
