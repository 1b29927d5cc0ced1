import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { formatOneLine } from '../../harness/basics/index.js';
import {
  getMaxBytes,
  gunzipBounded,
  makeTooLargeError,
  readInput,
  readJsonInput,
} from '../../harness/input/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { type GoldenScene, getWordsPerPixel } from '../../stimulus/index.js';
import {
  createDocumentListSchema,
  describeFirstIssue,
  safeParse,
  UsageError,
} from '../../transactions/index.js';
import { parseGoldenCases } from './golden-cases.js';

/** A scene with its class and, if known, the expected pixels. */
export interface GoldenCase {
  /** The index in the data set. */
  readonly index: number;
  readonly class: string;
  readonly scene: GoldenScene;
  /** The final contents of the storage buffer on the GPU: `getWordsPerPixel` words per pixel, row by row. */
  readonly expected?: Uint32Array;
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
 *
 * @param needsExpected whether to throw if the file of expected results is missing
 */
export function readGolden(folder: string, needsExpected: boolean): GoldenCase[] {
  const scenes = parseGoldenCases(readInput('golden', join(folder, 'cases.bin')), join(folder, 'cases.bin'));
  const rows = readGoldenManifest(join(folder, 'manifest.json'), scenes);
  const expectedFile = EXPECTED_FILES.map((name) => join(folder, name)).find((file) => existsSync(file));
  if (expectedFile === undefined && needsExpected) {
    throw new UsageError(`Cannot read golden file ${join(folder, EXPECTED_FILES[0])}: no such file`);
  }
  const expected = expectedFile === undefined ? undefined : readExpected(expectedFile, scenes);
  return scenes.map((scene, index) => ({
    index,
    class: rows[index]!.class,
    scene,
    ...(expected === undefined ? {} : { expected: expected[index]! }),
  }));
}

/** Returns the number of words in a scene's storage buffer. */
export function countBufferWords({ width, height, mode }: GoldenScene): number {
  return width * height * getWordsPerPixel(mode);
}

/** Writes concatenated storage buffers in the format of `expected.bin`, compressed if the file name ends in `.gz`. */
export function writeGoldenBuffers(file: string, buffers: readonly Uint32Array[]): void {
  const bytes = Buffer.concat(
    buffers.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
  writeAtomic(file, file.endsWith('.gz') ? gzipSync(bytes) : bytes);
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
