import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { decode, encode } from '@msgpack/msgpack';
import { findPackageRoot } from '../../../base/basics/index.js';
import { generateTest } from '../../../harness/one-test/index.js';
import { openCorpus } from '../../../harness/programs/index.js';
import { findSequence, NO_OVERRIDES } from '../../../harness/selection/index.js';
import { DEFAULT_LIMITS, runBatch } from '../../../harness/workers/index.js';
import { encodeOutcome, encodeTask } from '../../../runs/batches/batch-codec.js';
import { getWordsPerPixel } from '../../../stimulus/index.js';
import { type RandomStream, scenarioToJson } from '../../../transactions/index.js';
import { QUEUED_BATCH } from '../input-readers.js';
import { pick } from '../real-programs.js';
import { buildElfObject } from './elf-object.js';
import {
  corruptBytes,
  corruptDocument,
  corruptText,
  encodeHostileJson,
  encodeHostilePack,
} from './hostile.js';
import { buildLogRecord, getLogPayloads } from './log-records.js';

/** Creates a hostile input of one kind, starting from a valid one. */
export type InputGenerator = (random: RandomStream) => Uint8Array;

/** Generators for each kind of hostile file, and the valid files that their readers also need. */
export interface ValidInputs {
  /** Contents of the valid files, by name. */
  readonly companions: ReadonlyMap<string, Uint8Array>;
  readonly generators: Readonly<Record<string, InputGenerator>>;
}

/** Width and height of the golden case in pixels. */
const SIDE = 2;

/** Collects valid inputs from a small run and the examples, and creates a generator per kind that corrupts them. */
export function collectValidInputs(run: RunFiles): ValidInputs {
  const scenario = makeSmallScenario();
  const trace = [
    JSON.stringify({ kind: 'scenario', scenario: JSON.parse(readExample('scenario.json')) }),
    ...readExample('trace.jsonl').trim().split('\n'),
  ];
  const corpus = readFileSync(join(findPackageRoot(), 'data/corpus/navi21-w64.json'), 'utf8');
  const record = findSmallest(JSON.parse(corpus) as object[]);
  const golden = makeGoldenFiles();
  const program = readExample('program.s');
  const document = JSON.parse(scenario) as unknown;
  const coverage = decode(run.coverage);
  const manifest = JSON.parse(decodeText(run.manifest)) as unknown;
  const failure = shortenFailure(JSON.parse(decodeText(run.violations)) as Failure);
  const code = [0xbe8003ef, 0xbf900007, 0xbf810000];
  const task = fromBase64(encodeTask({ batch: QUEUED_BATCH, limits: DEFAULT_LIMITS }));
  const outcome = fromBase64(encodeOutcome({ result: runBatch(QUEUED_BATCH, openCorpus()) }));
  return {
    companions: new Map([...golden, ['manifest.json', run.manifest], ['events.msgpack', run.log]]),
    generators: {
      'scenario-json': (random) => encodeHostileJson(random, document),
      'scenario-msgpack': (random) => encodeHostilePack(random, document),
      'trace-json': (random) => makeHostileJsonLines(random, trace),
      'trace-msgpack': (random) =>
        Buffer.concat(
          makeHostileLines(
            random,
            trace,
            (line) => encodeHostilePack(random, JSON.parse(line)),
            (line) => encode(JSON.parse(line)),
          ),
        ),
      elf: (random) => makeHostileElf(random, code),
      assembly: (random) => Buffer.from(corruptText(random, program)),
      words: (random) =>
        Buffer.from(corruptText(random, code.map((word) => `0x${word.toString(16)}`).join('\n'))),
      corpus: (random) => encodeHostileJson(random, [record]),
      scene: (random) => encodeHostileJson(random, SCENE),
      state: (random) => encodeHostileJson(random, STATE),
      suite: (random) => encodeHostileJson(random, SUITE),
      'pinned-suite': (random) => encodeHostileJson(random, PINNED_SUITE),
      waivers: (random) => encodeHostileJson(random, [WAIVER]),
      'known-issues': (random) => encodeHostileJson(random, [ISSUE]),
      'kill-matrix': (random) => encodeHostileJson(random, [KILL]),
      coverage: (random) => encodeHostilePack(random, coverage),
      manifest: (random) => encodeHostileJson(random, manifest),
      log: (random) => makeHostileLog(random, run.log),
      history: (random) => makeHostileJsonLines(random, [HISTORY_LINE, HISTORY_LINE]),
      failure: (random) => encodeHostileJson(random, failure),
      'golden-cases': (random) => corruptBytes(random, golden.get('cases.bin')!),
      'golden-manifest': (random) =>
        encodeHostileJson(random, JSON.parse(decodeText(golden.get('manifest.json')!))),
      'golden-expected': (random) => corruptBytes(random, golden.get('expected.bin.gz')!),
      'queue-task': (random) => toBase64(encodeHostilePack(random, task)),
      'queue-outcome': (random) => toBase64(encodeHostilePack(random, outcome)),
    },
  };
}

function makeHostileJsonLines(random: RandomStream, lines: readonly string[]): Uint8Array {
  return Buffer.concat(
    makeHostileLines(
      random,
      lines,
      (line) => Buffer.concat([encodeHostileJson(random, JSON.parse(line)), Buffer.from('\n')]),
      (line) => Buffer.from(`${line}\n`),
    ),
  );
}

/** Encodes bytes as base64, the encoding of queue entries. */
function toBase64(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString('base64'));
}

function fromBase64(text: string): unknown {
  return decode(Buffer.from(text, 'base64'));
}

/** Returns the files of a one-case golden folder. */
export function makeGoldenFiles(): Map<string, Uint8Array> {
  const values = Uint32Array.from([1, SIDE, SIDE, 1, 0, 1, 1, 0, 0, 512, 0, 0, 512]);
  const row = { index: 0, class: 'one', W: SIDE, H: SIDE, samples: 1, mode: 0, ndraws: 1, nprims: 1 };
  const expected = new Uint8Array(SIDE * SIDE * getWordsPerPixel(0) * 4);
  return new Map<string, Uint8Array>([
    ['cases.bin', new Uint8Array(values.buffer)],
    ['manifest.json', Buffer.from(JSON.stringify([row]))],
    ['expected.bin.gz', gzipSync(expected)],
  ]);
}

const HISTORY_LINE = JSON.stringify({
  run: {
    directory: 'a',
    logBytes: 9,
    runId: 'a',
    selection: 'smoke',
    alike: 'smoke, 9 tests',
    seed: '0x1',
    startedAt: '2026-11-01T03:00:00.000Z',
    endedBy: 'count',
    tests: 9,
    passed: 8,
    failed: 1,
    errors: 0,
    seconds: 1,
    workers: 2,
    testsPerSecond: 9,
    wavesPerSecond: 99,
    coverage: 50,
    flaky: 0,
    rulesArmed: 90,
    commit: null,
    dirty: null,
  },
  sights: [
    {
      signature: 'ORD-01 rb',
      rule: 'ORD-01',
      failureGroup: 'ORD-01 rb',
      tests: 1,
      smallest: 'a.1',
      waves: 3,
      repro: 'pops-tb replay a@0x1',
    },
  ],
});

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
  return readFileSync(join(findPackageRoot(), 'examples/trace', name), 'utf8');
}

function findSmallest(records: readonly object[]): object {
  return records.reduce((shortest, record) =>
    JSON.stringify(record).length < JSON.stringify(shortest).length ? record : shortest,
  );
}

/** Changes, drops or duplicates one of the lines. */
function makeHostileLines(
  random: RandomStream,
  lines: readonly string[],
  change: (line: string) => Uint8Array,
  encodeUnchanged: (line: string) => Uint8Array,
): Uint8Array[] {
  const selected = random.below(lines.length);
  const kind = random.below(6);
  return lines.flatMap((line, index) => {
    if (index !== selected) return [encodeUnchanged(line)];
    if (kind === 0) return [];
    return kind === 1 ? [encodeUnchanged(line), encodeUnchanged(line)] : [change(line)];
  });
}

function makeHostileElf(random: RandomStream, code: readonly number[]): Uint8Array {
  const stage = {
    '.entry_point': '_amdgpu_ps_main',
    '.scratch_memory_size': 0,
    '.user_sgprs': 4,
    '.wavefront_size': 64,
  };
  const document = {
    'amdpal.version': [random.below(2) + 2, 0],
    'amdpal.pipelines': [{ '.hardware_stages': { '.ps': stage }, '.registers': { 11274: 1, 41395: 2 } }],
  };
  if (random.below(2) === 0) return buildElfObject(code, corruptDocument(random, document));
  return corruptBytes(random, buildElfObject(code, document));
}

/** Builds a log with corrupt content and matching checksums, or one with corrupt bytes. */
function makeHostileLog(random: RandomStream, log: Uint8Array): Uint8Array {
  if (random.below(4) === 0) return corruptBytes(random, log);
  const payloads = getLogPayloads(log);
  const selected = pick(random, payloads);
  return Buffer.concat(
    payloads.map((payload) =>
      buildLogRecord(payload === selected ? encodeHostilePack(random, decode(payload)) : payload),
    ),
  );
}

/** Contents of the files that a run wrote. */
export interface RunFiles {
  readonly manifest: Uint8Array;
  readonly log: Uint8Array;
  readonly coverage: Uint8Array;
  readonly violations: Uint8Array;
}

/** Runs up to four tests with a fault, at least one of which fails, and returns the contents of the run's files. */
export function makeSmallRun(): RunFiles {
  const folder = mkdtempSync(join(tmpdir(), 'pops-fuzz-run-'));
  const out = join(folder, 'run');
  const command =
    'run smoke --count 4 --test rmw_buffer --chip navi21 --seed 0x1 --fault F46 --workers 1 --out';
  spawnSync(process.execPath, [join(findPackageRoot(), 'dist/cli/main.js'), ...command.split(' '), out]);
  const failures = readdirSync(join(out, 'failures'), { recursive: true, encoding: 'utf8' });
  const violations = failures.find((name) => name.endsWith('violations.json'))!;
  const files = {
    manifest: readFileSync(join(out, 'manifest.json')),
    log: readFileSync(join(out, 'events.msgpack')),
    coverage: readFileSync(join(out, 'coverage/coverage.msgpack')),
    violations: readFileSync(join(out, 'failures', violations)),
  };
  rmSync(folder, { recursive: true });
  return files;
}
