import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { formatOneLine } from '../../harness/basics/index.js';
import {
  getMaxBytes,
  gunzipBounded,
  makeTooLargeError,
  readInput,
  readJsonInput,
} from '../../harness/input/index.js';
import {
  GOLDEN_MODE,
  GOLDEN_SAMPLES,
  type GoldenMode,
  type GoldenScene,
  getWordsPerPixel,
} from '../../stimulus/index.js';
import {
  createDocumentListSchema,
  describeFirstIssue,
  safeParse,
  UsageError,
} from '../../transactions/index.js';

const PRIMITIVE_WORDS = 6;
const MAX_WORD = 0xffffffff;

/** Maximum width and height of a viewport that the model supports, in pixels. */
const MAX_SIZE = 16384;

/** The guard band in 1/256ths of a pixel. Edge functions of coordinates within it are exact in doubles. */
const MAX_COORDINATE = 32768 * 256;

const MAX_BUFFER_BYTES = 2 ** 28;

/** Reads a file's little-endian words sequentially. Errors include the file name and the case index. */
class CaseReader {
  /** The index of the current case, for error messages. */
  index = 0;
  private readonly view: DataView;
  private offset = 0;

  constructor(
    bytes: Uint8Array,
    private readonly file: string,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get bytesLeft(): number {
    return this.view.byteLength - this.offset;
  }

  /** Reads an unsigned word. Throws unless it is between `min` and `max`, inclusive. */
  readUnsigned(name: string, min: number, max: number): number {
    this.requireBytes(4);
    const value = this.view.getUint32(this.offset, true);
    this.offset += 4;
    if (value < min || value > max)
      throw this.error(`${name} is ${value}; expected an integer from ${min} to ${max}`);
    return value;
  }

  readCoordinates(primitives: number): Int32Array {
    this.requireBytes(primitives * PRIMITIVE_WORDS * 4);
    return Int32Array.from({ length: primitives * PRIMITIVE_WORDS }, () => {
      const value = this.view.getInt32(this.offset, true);
      this.offset += 4;
      if (Math.abs(value) > MAX_COORDINATE)
        throw this.error(`a coordinate is ${value}; expected at most ${MAX_COORDINATE} in magnitude`);
      return value;
    });
  }

  error(problem: string): UsageError {
    return new UsageError(`Invalid golden file ${this.file}: case ${this.index}: ${problem}`);
  }

  /** Throws if fewer than `bytes` bytes are left in the file. */
  requireBytes(bytes: number): void {
    if (this.bytesLeft < bytes) throw this.error(`the file is ${bytes - this.bytesLeft} bytes too short`);
  }
}

/**
 * Parses the scenes in a `cases.bin` (golden README). Errors refer to it as `file`. Throws `UsageError` for malformed
 * data.
 */
export function parseGoldenCases(bytes: Uint8Array, file: string): GoldenScene[] {
  const reader = new CaseReader(bytes, file);
  const count = reader.readUnsigned('the number of cases', 0, MAX_WORD);
  const scenes: GoldenScene[] = [];
  for (; reader.index < count; reader.index++) scenes.push(parseCase(reader));
  if (reader.bytesLeft > 0)
    throw new UsageError(`Invalid golden file ${file}: ${reader.bytesLeft} bytes follow the last case`);
  return scenes;
}

function parseCase(reader: CaseReader): GoldenScene {
  const width = reader.readUnsigned('W', 1, MAX_SIZE);
  const height = reader.readUnsigned('H', 1, MAX_SIZE);
  const sampleCount = reader.readUnsigned('samples', 1, GOLDEN_SAMPLES.at(-1)!);
  const samples = GOLDEN_SAMPLES.find((supported) => supported === sampleCount);
  if (samples === undefined)
    throw reader.error(`samples is ${sampleCount}; expected one of ${GOLDEN_SAMPLES.join(', ')}`);
  const mode = reader.readUnsigned('mode', 0, GOLDEN_MODE.DISCARD_LIST) as GoldenMode;
  const bytes = width * height * getWordsPerPixel(mode) * 4;
  if (bytes > MAX_BUFFER_BYTES)
    throw reader.error(`its buffer has ${bytes} bytes; expected at most ${MAX_BUFFER_BYTES}`);
  const drawCount = reader.readUnsigned('ndraws', 0, MAX_WORD);
  reader.requireBytes(drawCount * 4);
  const draws = Array.from({ length: drawCount }, () =>
    reader.readCoordinates(reader.readUnsigned('nprims', 0, MAX_WORD)),
  );
  return { width, height, samples, mode, draws };
}

/** A scene with its class and the expected pixels. */
export interface GoldenCase {
  /** The index in the data set. */
  readonly index: number;
  readonly class: string;
  readonly scene: GoldenScene;
  /** The final contents of the storage buffer on the GPU: `getWordsPerPixel` words per pixel, row by row. */
  readonly expected: Uint32Array;
}

const EXPECTED_FILES = ['expected.bin.gz', 'expected.bin'] as const;

const manifestSchema = createDocumentListSchema(
  z.object({
    index: z.int(),
    class: z.string().min(1),
    W: z.int(),
    H: z.int(),
    samples: z.int(),
    mode: z.int(),
    ndraws: z.int(),
    nprims: z.int(),
  }),
);

type ManifestRow = z.infer<typeof manifestSchema>[number];

/**
 * Reads a folder's golden scenes from `cases.bin`, `manifest.json` and `expected.bin.gz` or `expected.bin`. Throws a
 * one-line `UsageError` for files that are missing, truncated, corrupt or inconsistent.
 */
export function readGolden(folder: string): GoldenCase[] {
  const scenes = parseGoldenCases(readInput('golden', join(folder, 'cases.bin')), join(folder, 'cases.bin'));
  const rows = readGoldenManifest(join(folder, 'manifest.json'), scenes);
  const expectedFile = EXPECTED_FILES.map((name) => join(folder, name)).find((file) => existsSync(file));
  if (expectedFile === undefined)
    throw new UsageError(`Cannot read golden file ${join(folder, EXPECTED_FILES[0])}: no such file`);
  const expected = readExpected(expectedFile, scenes);
  return scenes.map((scene, index) => ({
    index,
    class: rows[index]!.class,
    scene,
    expected: expected[index]!,
  }));
}

/** Returns the number of words in a scene's storage buffer. */
export function countBufferWords({ width, height, mode }: GoldenScene): number {
  return width * height * getWordsPerPixel(mode);
}

function readExpected(file: string, scenes: readonly GoldenScene[]): Uint32Array[] {
  const needed = scenes.reduce((sum, scene) => sum + countBufferWords(scene) * 4, 0);
  if (needed > getMaxBytes('goldenBuffers'))
    throw new UsageError(
      `Invalid golden file ${file}: ${makeTooLargeError('goldenBuffers', needed).message}`,
    );
  const bytes = file.endsWith('.gz') ? unpack(file, needed) : readInput('golden', file);
  if (bytes.length !== needed) {
    throw new UsageError(
      `Invalid golden file ${file}: it has ${bytes.length} bytes; expected ${needed} for the cases in the same folder`,
    );
  }
  const words = new Uint32Array(Uint8Array.from(bytes).buffer);
  let next = 0;
  return scenes.map((scene) => {
    const start = next;
    next += countBufferWords(scene);
    return words.subarray(start, next);
  });
}

function unpack(file: string, needed: number): Uint8Array {
  const packed = readInput('golden', file);
  try {
    return gunzipBounded('goldenBuffers', packed, needed);
  } catch (error) {
    throw new UsageError(
      `Invalid golden file ${file}: ${formatOneLine(error)}; expected ${needed} bytes for the cases in the same folder`,
    );
  }
}

function readGoldenManifest(file: string, scenes: readonly GoldenScene[]): ManifestRow[] {
  const document = readJsonInput('golden', file);
  const parsed = safeParse(manifestSchema, document);
  if (!parsed.success)
    throw new UsageError(`Invalid golden file ${file}: ${describeFirstIssue(parsed.error, document)}`);
  if (parsed.data.length !== scenes.length) {
    throw new UsageError(
      `Invalid golden file ${file}: it lists ${parsed.data.length} cases; expected ${scenes.length} as in cases.bin`,
    );
  }
  scenes.forEach((scene, index) => {
    checkRow(file, parsed.data[index]!, scene, index);
  });
  return parsed.data;
}

function checkRow(file: string, row: ManifestRow, scene: GoldenScene, index: number): void {
  const { width, height, samples, mode, draws } = scene;
  const nprims = draws.reduce((sum, draw) => sum + draw.length / 6, 0);
  const expectedRow = { index, W: width, H: height, samples, mode, ndraws: draws.length, nprims };
  for (const [name, value] of Object.entries(expectedRow) as [keyof typeof expectedRow, number][]) {
    if (row[name] === value) continue;
    throw new UsageError(
      `Invalid golden file ${file}: ${name} of case ${index} is ${row[name]}; expected ${value} as in cases.bin`,
    );
  }
}
