import { createHash } from 'node:crypto';
import { decodeMulti } from '@msgpack/msgpack';
import { encodePack } from './arbitraries.js';

const LOG_HEADER_BYTES = 11;

/** Builds a run log record with the given payload and a correct checksum. */
export function buildLogRecord(payload: Uint8Array): Uint8Array {
  const header = Buffer.alloc(LOG_HEADER_BYTES);
  header.set([0x92, 0xce]);
  header.writeUInt32BE(createHash('sha256').update(payload).digest().readUInt32BE(0), 2);
  header[6] = 0xc6;
  header.writeUInt32BE(payload.length, 7);
  return Buffer.concat([header, payload]);
}

/** Returns the payloads of all records in a log, in order. */
export function getLogPayloads(log: Uint8Array): readonly Uint8Array[] {
  return Array.from(decodeMulti(log), (record) => (record as [number, Uint8Array])[1]);
}

const ELF_HEADER_BYTES = 64;
const [PROGBITS, SYMTAB, STRTAB, NOTE] = [1, 2, 3, 7];
const MACHINE_AMDGPU = 224;
const FLAGS_GFX1030 = 0x36;

/** Builds an ELF object as LLVM does for PAL: the code, a symbol for it, and a note that contains the document. */
export function buildElfObject(words: readonly number[], document: unknown): Uint8Array {
  const symbols = Buffer.alloc(48);
  symbols.writeUInt32LE(1, 24);
  symbols.writeUInt16LE(1, 30);
  symbols.writeUInt32LE(words.length * 4, 40);
  const content = encodePack(document);
  const note = [Uint32Array.of(7, content.length, 32), Buffer.from('AMDGPU\0\0'), padToWord(content)];
  const names = ['', '.text', '.symtab', '.strtab', '.note', '.shstrtab'].map((name) => `${name}\0`);
  const sections: readonly (readonly [type: number, bytes: Uint8Array])[] = [
    [PROGBITS!, toBytes(Uint32Array.from(words))],
    [SYMTAB!, symbols],
    [STRTAB!, Buffer.from('\0_amdgpu_ps_main\0')],
    [NOTE!, Buffer.concat(note.map(toBytes))],
    [STRTAB!, Buffer.from(names.join(''))],
  ];
  const table = Buffer.alloc(ELF_HEADER_BYTES * names.length);
  let offset = ELF_HEADER_BYTES;
  for (const [index, [type, bytes]] of sections.entries()) {
    const entry = ELF_HEADER_BYTES * (index + 1);
    table.writeUInt32LE(names.slice(0, index + 1).join('').length, entry);
    table.writeUInt32LE(type, entry + 4);
    table.writeUInt32LE(offset, entry + 24);
    table.writeUInt32LE(bytes.length, entry + 32);
    // The symbol table links to the string table.
    table.writeUInt32LE(type === SYMTAB ? 3 : 0, entry + 40);
    offset += bytes.length;
  }
  const header = Buffer.alloc(ELF_HEADER_BYTES);
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0x41]);
  header.writeUInt16LE(MACHINE_AMDGPU, 18);
  header.writeUInt32LE(offset, 40);
  header.writeUInt32LE(FLAGS_GFX1030, 48);
  header.writeUInt16LE(ELF_HEADER_BYTES, 58);
  header.writeUInt16LE(names.length, 60);
  header.writeUInt16LE(sections.length, 62);
  return Buffer.concat([header, ...sections.map(([, bytes]) => bytes), table]);
}

function toBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function padToWord(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

/** A dump of signals: a reset, then three cycles that form a wave, issue an access and return it. */
export const SIGNAL_DUMP = `$timescale 1ns $end
$scope module TOP $end $scope module dut $end
$var wire 1 ! clock $end $var wire 1 " reset $end
$var wire 8 # id [7:0] $end $var wire 2 & cause [1:0] $end
$var wire 1 % formed $end $var wire 1 ' issue $end $var wire 1 ( back $end
$upscope $end $upscope $end
$enddefinitions $end
#0 $dumpvars 0! 1" bx # 0% b0 & 0' 0( $end
#5 1!
#10 0! 0" b101 # 1% b10 &
#15 1! 0% 1'
#20 0!
#25 1! 0' 1(
#30 0!
#35 1!
`;

const WHERE = { wave: { id: 'id' }, tag: 7 };

/** A signal map for `SIGNAL_DUMP`. */
export const SIGNAL_MAP = {
  scope: 'dut',
  clock: 'clock',
  active: { reset: 0 },
  records: [
    { kind: 'draw-begin', when: { cycle: 1 } },
    { kind: 'primitive', when: { cycle: 1 }, primitive: 0 },
    { kind: 'quad', when: 'formed', x: 0, y: 0, primitive: 0 },
    { kind: 'wave-formed', when: 'formed', id: 'id', didOverlap: false, newest: 0, reason: 'draw-end' },
    {
      kind: 'memory-issued',
      when: { issue: 1, cycle: 2 },
      ...WHERE,
      ...{ pc: 8, operation: 'load', space: 'buffer', counter: 'vm', bytes: 4 },
      ...{ addresses: ['id', 'cause', 'id[1:0]', 'id'], glc: true, dlc: false, slc: false },
    },
    { kind: 'memory-returned', when: 'back', tag: 7, counter: 'vm' },
  ],
  finally: [
    { kind: 'quiesced', waiting: [{ when: { back: 1 }, unit: 'wave', index: 0, cause: { on: 'sleep' } }] },
  ],
};
