import { execFileSync } from 'node:child_process';
import { encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { CHIP_NAMES, chipOf, PROCESSOR_NAMES } from '../../../arch/index.js';
import { findProcessor } from '../../../harness/elf/processors.js';
import { readShaderObject } from '../../../harness/elf/shader-object.js';
import { UsageError } from '../../../transactions/index.js';
import { hasTool } from '../../support/external-tool.js';
import { buildElf, makeNoteSection, type TestObject, wordsToBytes } from './elf-builder.js';

/** The offset of `e_flags` in a 64-bit ELF header. */
const FLAGS_OFFSET = 48;

describe.skipIf(!hasTool('llvm-mc-19', 'llvm-19'))("an object's processor", () => {
  it.each(CHIP_NAMES)('matches what LLVM writes for %s', (chip) => {
    const { processor } = chipOf(chip);
    const args = ['-triple=amdgcn-amd-amdpal', `-mcpu=${processor}`, '-filetype=obj'];
    const object = execFileSync('llvm-mc-19', args, { input: 's_endpgm\n' });
    expect(findProcessor(object.readUInt32LE(FLAGS_OFFSET))?.name).toBe(processor);
  });
});

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

const END = 0xbf810000;
const PADDING = 0xbf9f0000;
const WORDS = [0xbe8003ef, 0xbf900007, END];

const readObject = (object: Partial<TestObject>) =>
  readShaderObject(buildElf({ words: WORDS, ...object }), 'ps.o');

const makePalNote = (pipeline: unknown, version?: readonly number[]) => {
  const document = { 'amdpal.pipelines': [pipeline], ...(version && { 'amdpal.version': version }) };
  return makeNoteSection('AMDGPU', 32, encode(document));
};

describe('readShaderObject', () => {
  it("reads the symbol's words regardless of surrounding code and link address", () => {
    const object = { before: new Array(64).fill(PADDING), after: [PADDING, PADDING], address: 0x1000 };
    expect(readObject(object)).toMatchObject({ words: WORDS, chip: 'navi21', processor: 'gfx1030' });
  });

  it('reads all words of a symbol that has no size', () => {
    const object = { before: [PADDING], symbolKind: 'unsized' } as const;
    expect(readObject({ ...object, symbol: 'main' })).toMatchObject({ words: WORDS, symbol: 'main' });
    expect(readObject({ ...object, symbolKind: 'label' })).toMatchObject({ words: WORDS });
  });

  it.each([
    [0x12c, 'vega10'],
    [0x32, 'renoir'],
    [0x33, 'navi10'],
    [0x39, 'vangogh'],
    [0x41, 'navi31'],
    [0x48, 'navi44'],
    [0x4e, 'navi48'],
  ])('reads e_flags 0x%x as %s', (flags, chip) => {
    expect(readObject({ flags }).chip).toBe(chip);
  });

  it('reads registers from MessagePack metadata by dword offset', () => {
    const registers = new Map([
      [11274, 0x22f0000],
      [41395, 2],
      [41398, 0x8000],
      [41475, 0x10210],
      [11338, 7],
    ]);
    const stage = { '.entry_point': 'main', '.scratch_memory_size': 16 };
    const section = makePalNote({
      '.hardware_stages': { '.ps': stage },
      '.registers': Object.fromEntries(registers),
    });
    const { metadata, symbol } = readObject({ sections: [section], symbol: 'main' });
    expect(symbol).toBe('main');
    expect(metadata).toEqual({
      registers: {
        SPI_SHADER_PGM_RSRC1_PS: 0x22f0000,
        SPI_PS_INPUT_ENA: 2,
        SPI_PS_IN_CONTROL: 0x8000,
        DB_SHADER_CONTROL: 0x10210,
      },
      fields: {},
      entry: 'main',
      wave: 32,
      scratchBytes: 16,
    });
  });

  it('reads registers both at the new GFX12 offsets and at the old ones that LLVM still uses', () => {
    const registers = { 11274: 0x20f0000, 41367: 2, 40987: 0x10010, 41750: 1, 41360: 0x8000 };
    const readMetadata = (table: Readonly<Record<number, number>>, flags = 0x4e) =>
      readObject({ flags, sections: [makePalNote({ '.registers': table })] }).metadata;
    expect(readMetadata(registers)).toMatchObject({
      registers: {
        SPI_SHADER_PGM_RSRC1_PS: 0x20f0000,
        SPI_PS_INPUT_ENA: 2,
        DB_SHADER_CONTROL: 0x10010,
        PA_SC_SHADER_CONTROL: 1,
        SPI_PS_IN_CONTROL: 0x8000,
      },
      wave: 32,
    });
    expect(readMetadata({ 41395: 1, 41398: 0x8000 })).toMatchObject({
      registers: { SPI_PS_INPUT_ENA: 1 },
      wave: 32,
    });
    expect(readMetadata({ 41475: 0x10010 }).registers).toEqual({});
    expect(readMetadata(registers, 0x41).registers).toEqual({ SPI_SHADER_PGM_RSRC1_PS: 0x20f0000 });
  });

  it('treats version 2 metadata without the wave32 bit as wave64', () => {
    expect(readObject({ sections: [makePalNote({ '.registers': {} })] }).metadata.wave).toBe(64);
  });

  it('reads the named fields in version 3 metadata', () => {
    const section = makePalNote(
      {
        '.hardware_stages': { '.ps': { '.wavefront_size': 64, '.user_sgprs': 5 } },
        '.graphics_registers': {
          '.db_shader_control': { '.primitive_ordered_pixel_shader': true },
          '.spi_ps_input_ena': { '.persp_center_ena': true, '.pos_fixed_pt_ena': true },
          '.spi_ps_input_addr': { '.persp_center_ena': true, '.pos_fixed_pt_ena': true },
        },
      },
      [3, 0],
    );
    expect(readObject({ sections: [section] }).metadata).toMatchObject({
      registers: {
        DB_SHADER_CONTROL: 1 << 16,
        SPI_PS_INPUT_ENA: 0x8002,
        SPI_PS_INPUT_ADDR: 0x8002,
        SPI_SHADER_PGM_RSRC2_PS: 10,
      },
      wave: 64,
    });
  });

  it('reads a user data map with arbitrary contents', () => {
    const map = [0x10000000, 0, { a: 1 }, ...new Array(40).fill(0xffffffff)];
    const section = makePalNote({ '.hardware_stages': { '.ps': { '.user_data_reg_map': map } } }, [3, 0]);
    const { userDataMap } = readObject({ sections: [section] }).metadata;
    expect(userDataMap).toHaveLength(32);
    expect(userDataMap!.slice(0, 4)).toEqual([0x10000000, 0, 0, 0xffffffff]);
    expect(readObject({ sections: [makePalNote({}, [3, 0])] }).metadata.userDataMap).toBeUndefined();
  });

  it('reads the register pairs in a legacy note', () => {
    const pairs = wordsToBytes([0x2c0a, 0x22f0000, 0xa1b3, 2, 0x10000049, 32]);
    expect(readObject({ sections: [makeNoteSection('AMD', 12, pairs)] }).metadata).toMatchObject({
      registers: { SPI_SHADER_PGM_RSRC1_PS: 0x22f0000, SPI_PS_INPUT_ENA: 2 },
      scratchBytes: 32,
    });
  });

  it("reads Mesa's register pairs by byte offset, keeping only the resource-register fields that LLVM sets", () => {
    const bytes = wordsToBytes([0xb028, 0x43, 0xb02c, 0x100, 0x286cc, 2, 0x286e8, 0, 4, 1]);
    const { metadata } = readObject({ osAbi: 0x42, sections: [{ name: '.AMDGPU.config', type: 1, bytes }] });
    expect(metadata).toMatchObject({
      registers: { SPI_PS_INPUT_ENA: 2 },
      fields: {
        'SPI_SHADER_PGM_RSRC1_PS.VGPRS': 3,
        'SPI_SHADER_PGM_RSRC1_PS.SGPRS': 1,
        'SPI_SHADER_PGM_RSRC2_PS.EXTRA_LDS_SIZE': 1,
      },
    });
    expect(Object.keys(metadata.registers)).toEqual(['SPI_PS_INPUT_ENA']);
  });

  it('accepts a single program with any name if the metadata names none', () => {
    expect(readObject({ symbol: 'shader' }).symbol).toBe('shader');
  });
});

const computeNote = makeNoteSection('AMDGPU', 32, encode({ 'amdhsa.version': [1, 2] }));
const otherEntryPoint = makePalNote({ '.hardware_stages': { '.ps': { '.entry_point': 'other' } } });

const REJECTED: readonly (readonly [title: string, object: Partial<TestObject>, message: string])[] = [
  ['another machine', { machine: 62 }, 'unexpected machine type 62; expected 224 (AMD GPU)'],
  ['a compute object', { osAbi: 0x40 }, 'found a compute object (HSA)'],
  ['compute metadata', { sections: [computeNote] }, 'its metadata has no amdpal.pipelines'],
  [
    'an unmodelled processor',
    { flags: 0x58 },
    `its processor is gfx1153, which is not modelled; expected one of ${PROCESSOR_NAMES.join(', ')}`,
  ],
  ['an unknown processor', { flags: 0xff }, 'its processor is unknown (e_flags 0xff)'],
  [
    'malformed metadata',
    { sections: [makeNoteSection('AMDGPU', 32, wordsToBytes([0xc1]))] },
    'is not MessagePack',
  ],
  [
    'a missing program',
    { sections: [otherEntryPoint], symbol: 'main' },
    'found main in its code; expected the pixel shader other',
  ],
  [
    'unlinked code',
    { sections: [{ name: '.rela.text', type: 4, bytes: new Uint8Array(24), info: 1 }] },
    'its code has relocations (.rela.text)',
  ],
];

describe('readShaderObject rejects', () => {
  it.each(REJECTED)('%s', (_title, object, message) => {
    expect(() => readObject(object)).toThrow(UsageError);
    expect(() => readObject(object)).toThrow(message);
  });

  it('an object truncated anywhere, with a one-line error', () => {
    const fullObject = buildElf({ words: WORDS, sections: [makePalNote({ '.registers': {} })] });
    for (let size = 0; size < fullObject.length; size += 16) {
      expect(() => readShaderObject(fullObject.subarray(0, size), 'ps.o')).toThrow(
        /^Cannot read shader object ps\.o: [^\n]+$/,
      );
    }
  });

  it('corrupt bytes, with a one-line error, unless the program can still be read', () => {
    const fullObject = buildElf({
      words: WORDS,
      sections: [makePalNote({ '.hardware_stages': { '.ps': {} }, '.registers': { 41395: 2 } })],
    });
    const corruption = fc.array(fc.tuple(fc.nat(fullObject.length - 1), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(corruption, (changes) => {
        const bytes = Buffer.from(fullObject);
        for (const [offset, value] of changes) bytes[offset] = value;
        try {
          readShaderObject(bytes, 'ps.o');
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
          expect((error as Error).message).not.toContain('\n');
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('a section that points outside the file', () => {
    const fullObject = Buffer.from(buildElf({ words: WORDS }));
    fullObject.writeBigUInt64LE(2n ** 40n, Number(fullObject.readBigUInt64LE(40)) + 64 + 24);
    expect(() => readShaderObject(fullObject, 'ps.o')).toThrow(
      /section 1 at offset 0x10000000000 .* extends past the end of the file/,
    );
  });
});
