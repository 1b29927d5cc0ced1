import { encode } from '@msgpack/msgpack';

const HEADER_BYTES = 64;
const TYPE = { PROGBITS: 1, SYMTAB: 2, STRTAB: 3, NOTE: 7 } as const;
const MACHINE_AMDGPU = 224;
const FLAGS_GFX1030 = 0x36;

interface Section {
  readonly name: string;
  readonly type: number;
  readonly bytes: Uint8Array;
  readonly link?: number;
}

/** Builds an ELF object as LLVM does for PAL: the code, a symbol for it, and a note that contains the document. */
export function buildElfObject(words: readonly number[], document: unknown): Uint8Array {
  const symbol = '_amdgpu_ps_main';
  const symbols = Buffer.alloc(48);
  symbols.writeUInt32LE(1, 24);
  symbols.writeUInt16LE(1, 30);
  symbols.writeUInt32LE(words.length * 4, 40);
  return assembleObject([
    { name: '.text', type: TYPE.PROGBITS, bytes: new Uint8Array(Uint32Array.from(words).buffer) },
    { name: '.symtab', type: TYPE.SYMTAB, bytes: symbols, link: 3 },
    { name: '.strtab', type: TYPE.STRTAB, bytes: Buffer.from(`\0${symbol}\0`) },
    { name: '.note', type: TYPE.NOTE, bytes: buildNote('AMDGPU', 32, encode(document)) },
  ]);
}

function buildNote(owner: string, type: number, bytes: Uint8Array): Uint8Array {
  const name = padToDword(Buffer.from(`${owner}\0`));
  const header = Buffer.alloc(12);
  header.writeUInt32LE(owner.length + 1, 0);
  header.writeUInt32LE(bytes.length, 4);
  header.writeUInt32LE(type, 8);
  return Buffer.concat([header, name, padToDword(bytes)]);
}

function padToDword(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function assembleObject(contents: readonly Section[]): Uint8Array {
  const sectionNames = ['', ...contents.map(({ name }) => name), '.shstrtab'];
  const names = Buffer.from(sectionNames.map((name) => `${name}\0`).join(''));
  const sections: Section[] = [...contents, { name: '.shstrtab', type: TYPE.STRTAB, bytes: names }];
  const table = Buffer.alloc(HEADER_BYTES * (sections.length + 1));
  let offset = HEADER_BYTES;
  for (const [index, { name, type, bytes, link = 0 }] of sections.entries()) {
    const entry = HEADER_BYTES * (index + 1);
    const precedingNames = sectionNames.slice(0, sectionNames.indexOf(name));
    table.writeUInt32LE(
      precedingNames.reduce((sum, text) => sum + text.length + 1, 0),
      entry,
    );
    table.writeUInt32LE(type, entry + 4);
    table.writeUInt32LE(offset, entry + 24);
    table.writeUInt32LE(bytes.length, entry + 32);
    table.writeUInt32LE(link, entry + 40);
    offset += bytes.length;
  }
  const header = Buffer.alloc(HEADER_BYTES);
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0x41]);
  header.writeUInt16LE(MACHINE_AMDGPU, 18);
  header.writeUInt32LE(offset, 40);
  header.writeUInt32LE(FLAGS_GFX1030, 48);
  header.writeUInt16LE(HEADER_BYTES, 58);
  header.writeUInt16LE(sections.length + 1, 60);
  header.writeUInt16LE(sections.length, 62);
  return Buffer.concat([header, ...sections.map(({ bytes }) => bytes), table]);
}
