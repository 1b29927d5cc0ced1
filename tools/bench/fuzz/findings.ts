import { gzipSync } from 'node:zlib';
import { encode } from '@msgpack/msgpack';
import { buildLogRecord } from './formats.js';

/**
 * Size in bytes of the inputs that repeat a pattern. The campaign's limits are ten seconds and 1 GB. The slowest 2 MB
 * input takes 1.4 s on its own, but other machines may be slower.
 */
export const FINDING_BYTES = 1_200_000;

/** An input that once broke its reader or took too long to read, with its expected outcome. */
export interface InputFinding {
  readonly name: string;
  /** The reader's `kind` in `INPUT_READERS`. */
  readonly kind: string;
  /** Returns the input. Repetitive inputs are about `size` bytes long. */
  readonly bytes: (size: number) => Uint8Array;
  readonly outcome: 'read' | 'refused';
}

/** All single-file findings from reviews and campaigns. Campaigns start with them, and a quick test replays them. */
export const INPUT_FINDINGS: readonly InputFinding[] = [
  ...['trace-msgpack', 'scenario-msgpack', 'coverage'].flatMap((kind) => [
    makeFinding('MessagePack that declares 2^32 - 1 entries', kind, 'refused', () =>
      Uint8Array.of(0xdd, 255, 255, 255, 255),
    ),
    makeFinding('MessagePack with deeply nested lists', kind, 'refused', (size) =>
      new Uint8Array(size).fill(0x91),
    ),
  ]),
  ...['trace-json', 'scenario-json', 'scene', 'state', 'suite', 'manifest', 'kill-matrix'].map((kind) =>
    makeFinding('JSON with deeply nested lists', kind, 'refused', (size) => repeatToken('[', size)),
  ),
  ...['kill-matrix', 'golden-manifest', 'known-issues', 'waivers', 'corpus'].map((kind) =>
    makeFinding('a list of empty objects, none of them valid', kind, 'refused', (size) =>
      encodeText(`[${'{},'.repeat(size / 3)}{}]`),
    ),
  ),
  makeFinding('a scene whose memory unpacks to 128 MiB', 'scene', 'refused', () =>
    encodeText(
      JSON.stringify({ memory: { buf: { gzip: gzipSync(new Uint8Array(2 ** 27)).toString('base64') } } }),
    ),
  ),
  makeFinding('an attribute of 2^32 - 1', 'state', 'refused', () =>
    encodeText(JSON.stringify({ inputs: [{ attr: 4294967295, name: 'a', how: 'flat' }] })),
  ),
  makeFinding('a key containing a CI workflow command', 'state', 'refused', () =>
    encodeText(JSON.stringify({ '\n::error::forged\u001b[2J\u202e': 1 })),
  ),
  makeFinding('a sequence whose name is a path', 'suite', 'refused', () =>
    encodeText('{"tests":[{"sequence":"../../x"}]}'),
  ),
  ...['waves', 'cycles', 'instructions'].map((column) =>
    makeFinding(`a log record whose ${column} contain objects`, 'log', 'read', () =>
      buildLogRecord(encode({ ...FINISHED_RECORD, [column]: [{}] })),
    ),
  ),
  ...['a', '0', '9', '00 '].map((token) =>
    makeFinding(`only "${token}"`, 'words', 'read', (size) => repeatToken(token, size - (size % 24))),
  ),
  makeFinding('an operand made of minus signs', 'assembly', 'refused', (size) =>
    repeatToken('-', size, 's_mov_b32 s0, '),
  ),
  makeFinding('an instruction followed by empty lines', 'assembly', 'read', (size) =>
    repeatToken('\n', size, 's_endpgm\n'),
  ),
  makeFinding('unterminated metadata blocks', 'assembly', 'refused', (size) =>
    repeatToken('.amdgpu_pal_metadata\n', size, 's_endpgm\n.type a,@function\n'),
  ),
  makeFinding('an unterminated target name', 'assembly', 'read', (size) =>
    repeatToken('-gfx', size, 's_endpgm\n.amdgcn_target "'),
  ),
];

/** A run log's record of a one-test batch, without its totals. */
const FINISHED_RECORD = {
  event: 'finished',
  first: 0,
  outcomes: Uint8Array.of(0),
  chips: Uint8Array.of(0),
  waves: [1],
  cycles: [1],
  instructions: [1],
  totals: new Uint8Array(),
  incidents: [],
  elapsedMs: 1,
};

function makeFinding(
  name: string,
  kind: string,
  outcome: InputFinding['outcome'],
  bytes: InputFinding['bytes'],
): InputFinding {
  return { name, kind, bytes, outcome };
}

function encodeText(content: string): Uint8Array {
  return Buffer.from(content);
}

function repeatToken(token: string, size: number, prefix = ''): Uint8Array {
  return encodeText(prefix + token.repeat(Math.ceil(size / token.length)));
}
