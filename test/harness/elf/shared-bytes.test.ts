import { describe, expect, it } from 'vitest';
import { readShaderObject } from '../../../harness/elf/shader-object.js';
import { UsageError } from '../../../transactions/index.js';
import { buildElf } from './elf-builder.js';

const SYMBOL_BYTES = 24;
const STRTAB = 3;

/** Makes symbols whose names start at one of 100 offsets into a single long name. */
function makeSymbols(count: number): Uint8Array {
  const table = Buffer.alloc(SYMBOL_BYTES * count);
  for (let i = 0; i < count; i++) table.writeUInt32LE(i % 100, SYMBOL_BYTES * i);
  return table;
}

const makeObject = (nameBytes: number, count: number): Uint8Array =>
  buildElf({
    words: [0xbf810000],
    sections: [
      { name: '.dynsym', type: 11, bytes: makeSymbols(count), link: 5 },
      { name: '.dynstr', type: STRTAB, bytes: Buffer.from(`${'a'.repeat(nameBytes)}\0`) },
    ],
  });

describe('an object with overlapping contents', () => {
  it.each([
    [
      'a name of 900,000 bytes',
      makeObject(900_000, 38_000),
      /the name at offset 0x0 is longer than 4096 bytes$/,
    ],
    [
      'names totalling 150 MB in a 1 MB file',
      makeObject(4000, 38_000),
      /its symbol names exceed 16777216 bytes in total$/,
    ],
  ])('is rejected if it has %s', (_, bytes, message) => {
    expect(() => readShaderObject(bytes, 'ps.o')).toThrow(UsageError);
    expect(() => readShaderObject(bytes, 'ps.o')).toThrow(message);
  });

  it('is rejected if its sections overlap', () => {
    const bytes = Buffer.from(buildElf({ words: new Array(200).fill(0xbf810000) }));
    const headersOffset = Number(bytes.readBigUInt64LE(40));
    for (const section of [1, 2]) {
      bytes.writeBigUInt64LE(0n, headersOffset + 64 * section + 24);
      bytes.writeBigUInt64LE(BigInt(bytes.length), headersOffset + 64 * section + 32);
    }
    expect(() => readShaderObject(bytes, 'ps.o')).toThrow(
      /^Cannot read shader object ps\.o: its sections have \d+ bytes in total; the file has \d+$/,
    );
  });

  it('is accepted if the overlapping names are short', () => {
    expect(readShaderObject(makeObject(200, 1000), 'ps.o').words).toEqual([0xbf810000]);
  });
});
