/** A section of a test object. */
export interface TestSection {
  readonly name: string;
  readonly type: number;
  readonly bytes: Uint8Array;
  readonly link?: number;
  readonly info?: number;
  readonly address?: number;
}

/** The contents of a test object; by default, a PAL object for gfx1030. */
export interface TestObject {
  readonly words: readonly number[];
  readonly osAbi?: number;
  readonly machine?: number;
  readonly flags?: number;
  readonly symbol?: string;
  /** Whether the symbol has a size. Symbols without one are global (`unsized`) or local labels (`label`). */
  readonly symbolKind?: 'sized' | 'unsized' | 'label';
  /** The link address of .text. */
  readonly address?: number;
  /** The words before the program in .text. */
  readonly before?: readonly number[];
  /** The words after the program in .text. */
  readonly after?: readonly number[];
  readonly sections?: readonly TestSection[];
}

const GLOBAL = 1;

/** Builds an ELF object with .text, a symbol for the program, and any further sections. */
export function buildElf(object: TestObject): Uint8Array {
  const { words, before = [], after = [], address = 0, symbol = '_amdgpu_ps_main' } = object;
  const text = wordsToBytes([...before, ...words, ...after]);
  const names = Buffer.from(`\0${symbol}\0`);
  const symbols = Buffer.alloc(48);
  symbols.writeUInt32LE(1, 24);
  if (object.symbolKind === 'unsized') symbols.writeUInt8(GLOBAL << 4, 28);
  symbols.writeUInt16LE(1, 30);
  symbols.writeBigUInt64LE(BigInt(address + before.length * 4), 32);
  const isSized = (object.symbolKind ?? 'sized') === 'sized';
  symbols.writeBigUInt64LE(BigInt(isSized ? words.length * 4 : 0), 40);
  return layOut(object, [
    { name: '.text', type: 1, bytes: text, address },
    { name: '.symtab', type: 2, bytes: symbols, link: 3 },
    { name: '.strtab', type: 3, bytes: names },
    ...(object.sections ?? []),
  ]);
}

/** Creates a note section with one entry. */
export function makeNoteSection(owner: string, type: number, bytes: Uint8Array): TestSection {
  const name = Buffer.from(`${owner}\0`);
  const header = Buffer.alloc(12);
  header.writeUInt32LE(name.length, 0);
  header.writeUInt32LE(bytes.length, 4);
  header.writeUInt32LE(type, 8);
  return { name: '.note', type: 7, bytes: Buffer.concat([header, padToWord(name), padToWord(bytes)]) };
}

/** Converts words to little-endian bytes. */
export function wordsToBytes(words: readonly number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(words).buffer);
}

function padToWord(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function layOut(
  { osAbi = 0x41, machine = 224, flags = 0x36 }: TestObject,
  contentSections: readonly TestSection[],
): Uint8Array {
  const sectionNames = ['', ...contentSections.map(({ name }) => name), '.shstrtab'];
  const names = Buffer.from(sectionNames.map((name) => `${name}\0`).join(''));
  const sections: TestSection[] = [...contentSections, { name: '.shstrtab', type: 3, bytes: names }];
  const header = Buffer.alloc(64);
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, osAbi]);
  header.writeUInt16LE(1, 16);
  header.writeUInt16LE(machine, 18);
  header.writeUInt32LE(flags, 48);
  const table: Buffer[] = [Buffer.alloc(64)];
  let offset = 64;
  let nameOffset = 1;
  for (const { name, type, bytes, link = 0, info = 0, address = 0 } of sections) {
    const entry = Buffer.alloc(64);
    entry.writeUInt32LE(nameOffset, 0);
    entry.writeUInt32LE(type, 4);
    entry.writeBigUInt64LE(BigInt(address), 16);
    entry.writeBigUInt64LE(BigInt(offset), 24);
    entry.writeBigUInt64LE(BigInt(bytes.length), 32);
    entry.writeUInt32LE(link, 40);
    entry.writeUInt32LE(info, 44);
    table.push(entry);
    offset += bytes.length;
    nameOffset += name.length + 1;
  }
  header.writeBigUInt64LE(BigInt(offset), 40);
  header.writeUInt16LE(64, 58);
  header.writeUInt16LE(table.length, 60);
  header.writeUInt16LE(table.length - 1, 62);
  return Buffer.concat([header, ...sections.map(({ bytes }) => bytes), ...table]);
}
