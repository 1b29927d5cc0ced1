import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { decode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { findPackageRoot } from '../../../harness/basics/index.js';
import { generateTest } from '../../../harness/one-test/index.js';
import { openCorpus } from '../../../harness/programs/index.js';
import { findSequence, NO_OVERRIDES } from '../../../harness/selection/index.js';
import { DEFAULT_LIMITS, runBatch } from '../../../harness/workers/index.js';
import { encodeOutcome, encodeTask } from '../../../runs/batches/batch-codec.js';
import { getWordsPerPixel } from '../../../stimulus/index.js';
import { scenarioToJson } from '../../../transactions/index.js';
import { changedBytes, changedDocument, encodeJson, encodePack } from './arbitraries.js';
import { buildElfObject, buildLogRecord, getLogPayloads, SIGNAL_DUMP, SIGNAL_MAP } from './formats.js';
import { INPUT_READERS, QUEUED_BATCH } from './readers.js';

/** Width and height of the golden case in pixels. */
const SIDE = 2;

/** Returns the hostile files of each kind: valid ones, from a small run and the examples, with changes. */
export function makeInputs(run: RunFiles): Readonly<Record<string, fc.Arbitrary<Uint8Array>>> {
  const scenario = JSON.parse(makeSmallScenario()) as unknown;
  const trace = [
    { kind: 'scenario', scenario: parseJson(readExample('scenario.json')) },
    ...readExample('trace.jsonl').trim().split('\n').map(parseJson),
  ];
  const corpus = readFileSync(join(findPackageRoot(), 'data/corpus/navi21-w64.json'), 'utf8');
  const history = parseJson(decodeText(run.history));
  const golden = makeGoldenFiles();
  const task = fromBase64(encodeTask({ batch: QUEUED_BATCH, limits: DEFAULT_LIMITS }));
  const outcome = fromBase64(encodeOutcome({ result: runBatch(QUEUED_BATCH, openCorpus()) }));
  const words = CODE.map((word) => `0x${word.toString(16)}`).join('\n');
  const json = (document: unknown) => changedDocument(document, encodeJson);
  const pack = (document: unknown) => changedDocument(document, encodePack);
  return {
    'scenario-json': json(scenario),
    'scenario-msgpack': pack(scenario),
    'trace-json': changedDocument(trace, encodeLines),
    'trace-msgpack': changedDocument(trace, (lines) => Buffer.concat(toList(lines).map(encodePack))),
    dump: changedBytes(Buffer.from(SIGNAL_DUMP)),
    'signal-map': json(SIGNAL_MAP),
    waves: fc.oneof(...WAVE_DUMPS.map((name) => changedBytes(readWaveDump(name)))),
    elf: changedDocument(PAL_METADATA, (document) => buildElfObject(CODE, document)),
    assembly: changedBytes(Buffer.from(readExample('program.s'))),
    words: changedBytes(Buffer.from(words)),
    corpus: json([findSmallest(JSON.parse(corpus) as object[])]),
    scene: json(SCENE),
    state: json(STATE),
    suite: json(SUITE),
    'pinned-suite': json(PINNED_SUITE),
    waivers: json([WAIVER]),
    'known-issues': json([ISSUE]),
    'kill-matrix': json([KILL]),
    coverage: pack(decode(run.coverage)),
    manifest: json(parseJson(decodeText(run.manifest))),
    log: changedLog(getLogPayloads(run.log)),
    history: changedDocument([history, history], encodeLines),
    failure: json(shortenFailure(parseJson(decodeText(run.violations)) as Failure)),
    'golden-cases': changedBytes(golden.get('cases.bin')!),
    'golden-manifest': json(parseJson(decodeText(golden.get('manifest.json')!))),
    'golden-expected': changedBytes(golden.get('expected.bin.gz')!),
    'queue-task': pack(task).map(toBase64),
    'queue-outcome': pack(outcome).map(toBase64),
  };
}

/** Creates a folder for each kind, containing the other files that its reader needs. */
export function prepareInputs(folder: string, run: RunFiles): void {
  const files = [
    ...makeGoldenFiles(),
    ['manifest.json', run.manifest],
    ['events.msgpack', run.log],
    ['signals.vcd', Buffer.from(SIGNAL_DUMP)],
    ['map.json', encodeJson(SIGNAL_MAP)],
    ['trace-scenario.json', Buffer.from(readExample('scenario.json'))],
    ['waves-program.txt', readWaveDump('program.txt')],
  ] as const;
  for (const { kind } of INPUT_READERS) {
    mkdirSync(join(folder, kind), { recursive: true });
    for (const [name, bytes] of kind.startsWith('golden') ? makeGoldenFiles() : files)
      writeFileSync(join(folder, kind, name), bytes);
  }
}

const parseJson = (text: string): unknown => JSON.parse(text);
const toList = (document: unknown): readonly unknown[] => document as readonly unknown[];
const encodeLines = (lines: unknown): Uint8Array =>
  Buffer.from(
    toList(lines)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );

/** Returns logs with changed events and matching checksums, or with changed bytes. */
function changedLog(payloads: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const buildLog = (records: readonly Uint8Array[]): Uint8Array => Buffer.concat(records.map(buildLogRecord));
  const events = payloads.map((payload) => decode(payload));
  const changedPayload = fc
    .nat({ max: payloads.length - 1 })
    .chain((at) =>
      changedBytes(payloads[at]!).map((changed) =>
        buildLog(payloads.map((payload, index) => (index === at ? changed : payload))),
      ),
    );
  return fc.oneof(
    { weight: 3, arbitrary: changedDocument(events, (edited) => buildLog(toList(edited).map(encodePack))) },
    changedPayload,
  );
}

/** Encodes bytes as base64, the encoding of queue entries. */
function toBase64(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString('base64'));
}

function fromBase64(text: string): unknown {
  return decode(Buffer.from(text, 'base64'));
}

const CODE = [0xbe8003ef, 0xbf900007, 0xbf810000];

const PAL_METADATA = {
  'amdpal.version': [2, 0],
  'amdpal.pipelines': [
    {
      '.hardware_stages': {
        '.ps': {
          '.entry_point': '_amdgpu_ps_main',
          '.scratch_memory_size': 0,
          '.user_sgprs': 4,
          '.wavefront_size': 64,
        },
      },
      '.registers': { 11274: 1, 41395: 2 },
    },
  ],
};

/** Returns the files of a one-case golden folder. */
function makeGoldenFiles(): Map<string, Uint8Array> {
  const values = Uint32Array.from([1, SIDE, SIDE, 1, 0, 1, 1, 0, 0, 512, 0, 0, 512]);
  const row = { index: 0, class: 'one', W: SIDE, H: SIDE, samples: 1, mode: 0, ndraws: 1, nprims: 1 };
  const expected = new Uint8Array(SIDE * SIDE * getWordsPerPixel(0) * 4);
  return new Map<string, Uint8Array>([
    ['cases.bin', new Uint8Array(values.buffer)],
    ['manifest.json', Buffer.from(JSON.stringify([row]))],
    ['expected.bin.gz', gzipSync(expected)],
  ]);
}

const SCENE = {
  width: 8,
  height: 8,
  samples: 1,
  primitives: [[0, 0, 0, 2048, 2048, 0]],
  attributes: [
    {
      vPrim: 1,
      vColor: [
        [0, 0, 0, 1],
        [0, 0, 0, 1],
        [0, 0, 0, 1],
      ],
      z: 0.5,
    },
  ],
  draws: [{ primitives: 1, pushConstants: { k: 1, alpha: 0.5 } }],
  memory: { buf: { words: [1, 2, 3] }, other: { gzip: gzipSync(new Uint8Array(64)).toString('base64') } },
  schedule: '0x1',
  caches: 'coherent',
};
const STATE = {
  chip: 'navi21',
  wave: 64,
  samples: 1,
  args: [{ name: 'prim_mask', file: 's', reg: 0, size: 1 }],
  inputs: [{ attr: 0, name: 'v', how: 'flat' }],
  user_data: { s0: 'descriptors' },
  regs: { SPI_PS_INPUT_ENA: '0x2' },
};
const PINNED_SUITE = {
  text: 'two',
  suite: 'smoke',
  seed: '0x1',
  chips: ['navi21'],
  knobs: ['storeLatency=5'],
  faults: ['F46'],
  pinned: ['rmw_buffer.3@0x5eed', 'or_bits.0@0x1'],
};
const SUITE = {
  text: 'one',
  seed: '0x1',
  count: 10,
  chips: ['navi21'],
  knobs: { storeLatency: [1, 2] },
  within: { draws: [1, 2] },
  tests: [{ sequence: 'rmw_buffer', weight: 2 }],
};
const WAIVER = { bins: 'exit-path/*/*', reason: 'r', owner: 'o', expires: '2099-01-01', hash: 'x' };
const ISSUE = { signature: 'ORD-01 *', rule: 'ORD-01', reason: 'r', owner: 'o', expires: '2099-01-01' };
const KILL = { id: 'F46', rule: 'ORD-06', tests: 1, killer: 'smoke:rmw_buffer@0x1', rules: { 'ORD-06': 1 } };

interface Failure {
  readonly violations: readonly object[];
}

/** Keeps only two violations, which exercise the reader just as well as a hundred. */
function shortenFailure({ violations, ...rest }: Failure): Failure {
  return { ...rest, violations: violations.slice(0, 2) };
}

function decodeText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

function makeSmallScenario(): string {
  const sequence = findSequence('empty_section');
  const overrides = { ...NO_OVERRIDES, chips: ['vega20' as const] };
  return scenarioToJson(generateTest({ sequence, seed: '0x5', overrides, corpus: openCorpus() }));
}

function readExample(name: string): string {
  return readFileSync(join(findPackageRoot(), 'docs/examples/trace', name), 'utf8');
}

/** Dumps of waves as umr and RADV write them. */
const WAVE_DUMPS = ['umr-table.txt', 'umr-bits.txt', 'radv-report.txt'];

function readWaveDump(name: string): Uint8Array {
  return readFileSync(join(findPackageRoot(), 'test/intake/check-trace/dumps', name));
}

function findSmallest(records: readonly object[]): object {
  return records.reduce((shortest, record) =>
    JSON.stringify(record).length < JSON.stringify(shortest).length ? record : shortest,
  );
}

/** Contents of the files that a run wrote. */
export interface RunFiles {
  readonly manifest: Uint8Array;
  readonly log: Uint8Array;
  readonly coverage: Uint8Array;
  readonly violations: Uint8Array;
  /** The run's line in the history of its folder. */
  readonly history: Uint8Array;
}

/** Runs up to four tests with a fault, at least one of which fails, and returns the contents of the run's files. */
export function makeSmallRun(): RunFiles {
  const folder = mkdtempSync(join(tmpdir(), 'pops-fuzz-run-'));
  const out = join(folder, 'run');
  const command =
    'run smoke --count 4 --test rmw_buffer --chip navi21 --seed 0x1 --fault F46 --workers 1 --out';
  for (const args of [
    [...command.split(' '), out],
    ['report', folder],
  ])
    spawnSync(process.execPath, [join(findPackageRoot(), 'dist/cli/main.js'), ...args]);
  const failures = readdirSync(join(out, 'failures'), { recursive: true, encoding: 'utf8' });
  const violations = failures.find((name) => name.endsWith('violations.json'))!;
  const files = {
    manifest: readFileSync(join(out, 'manifest.json')),
    log: readFileSync(join(out, 'events.msgpack')),
    coverage: readFileSync(join(out, 'coverage/coverage.msgpack')),
    violations: readFileSync(join(out, 'failures', violations)),
    history: readFileSync(join(folder, 'history.jsonl')),
  };
  rmSync(folder, { recursive: true });
  return files;
}
