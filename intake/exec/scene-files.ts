import { z } from 'zod';
import { formatOneLine, readSeed } from '../../harness/basics/index.js';
import { getMaxBytes, gunzipBounded, readJsonInput } from '../../harness/input/index.js';
import { sampleCount, triangle } from '../../harness/programs/index.js';
import type { SceneFile } from '../../stimulus/index.js';
import {
  createDocumentListSchema,
  createListSchema,
  describeFirstIssue,
  formatSeed,
  safeParse,
  UsageError,
} from '../../transactions/index.js';

const word = z.int().min(0).max(0xffffffff);
const float = z.number();
const base64 = z.base64('bytes in base64, padded with = to a multiple of four characters');

const color = z.tuple([float, float, float, float]);
const uv = z.tuple([float, float]);

const attributes = z.strictObject({
  vPrim: word.exactOptional(),
  vColor: z.tuple([color, color, color]).exactOptional(),
  vUV: z.tuple([uv, uv, uv]).exactOptional(),
  z: float.exactOptional(),
});

const pushConstants = z.strictObject({
  k: word.exactOptional(),
  primBase: word.exactOptional(),
  width: word.exactOptional(),
  flags: word.exactOptional(),
  alpha: float.exactOptional(),
  count: word.exactOptional(),
  addr: z.union([z.tuple([word, word]), z.literal('addr')]).exactOptional(),
});

const memory = z
  .strictObject({
    base64: base64.exactOptional(),
    gzip: base64.exactOptional(),
    words: createListSchema(
      word,
      (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xffffffff,
    ).exactOptional(),
  })
  .refine((content) => Object.keys(content).length === 1, 'exactly one of base64, gzip and words');

const MAX_SIDE = 1024;

/** A scene file (docs/judging-shaders.md). */
const sceneSchema = z.strictObject({
  width: z.int().min(1).max(MAX_SIDE),
  height: z.int().min(1).max(MAX_SIDE),
  samples: sampleCount,
  primitives: createDocumentListSchema(triangle),
  attributes: createDocumentListSchema(attributes).default([]),
  draws: z
    .array(z.strictObject({ primitives: z.int().min(0), pushConstants: pushConstants.default({}) }))
    .exactOptional(),
  pushConstants: pushConstants.default({}),
  memory: z.record(z.string(), memory).default({}),
  schedule: z.string().default('0x1'),
  caches: z.enum(['coherent', 'stale']).default('coherent'),
});

type SceneDocument = z.infer<typeof sceneSchema>;

type SceneMemory = SceneDocument['memory'][string];

const WORD_BYTES = 4;

/** A scene and how to run it. */
export interface SceneRequest {
  readonly scene: SceneFile;
  readonly seed: string;
  readonly caches: 'coherent' | 'stale';
}

/** Reads a scene file. Throws a one-line `UsageError` if it is unusable. */
export function readScene(file: string): SceneRequest {
  const document = readJsonInput('scene', file);
  const parsed = safeParse(sceneSchema, document);
  if (!parsed.success) throw makeSceneError(file, describeFirstIssue(parsed.error, document));
  const { schedule, caches, memory, ...scene } = parsed.data;
  checkCounts(file, parsed.data);
  let bytesLeft = getMaxBytes('sceneMemory');
  const wordsByName = Object.entries(memory).map(([name, content]) => {
    const words = readWords(file, name, content, bytesLeft);
    bytesLeft -= words.length * WORD_BYTES;
    return [name, words];
  });
  return {
    scene: { ...scene, memory: Object.fromEntries(wordsByName) },
    seed: formatSeed(readSeed(schedule)),
    caches,
  };
}

function checkCounts(file: string, { primitives, attributes, draws }: SceneDocument): void {
  if (attributes.length > primitives.length) {
    throw makeSceneError(
      file,
      `attributes has ${attributes.length} entries, but the scene has only ${primitives.length} primitives`,
    );
  }
  const drawnCount = draws?.reduce((sum, draw) => sum + draw.primitives, 0) ?? primitives.length;
  if (drawnCount !== primitives.length) {
    throw makeSceneError(
      file,
      `draws cover ${drawnCount} primitives, but the scene has ${primitives.length}`,
    );
  }
}

/** Returns the words of one memory object. Throws a `UsageError` if they decompress to more than `limit` bytes. */
function readWords(
  file: string,
  name: string,
  { base64, gzip, words }: SceneMemory,
  limit: number,
): readonly number[] {
  if (words !== undefined) return words;
  const bytes = Buffer.from(base64 ?? gzip ?? '', 'base64');
  const contents = gzip === undefined ? bytes : decompress(file, name, bytes, limit);
  const padded = new Uint8Array(Math.ceil(contents.length / WORD_BYTES) * WORD_BYTES);
  padded.set(contents);
  return Array.from(new Uint32Array(padded.buffer));
}

function decompress(file: string, name: string, packed: Uint8Array, limit: number): Uint8Array {
  try {
    return gunzipBounded('sceneMemory', packed, Math.max(0, limit));
  } catch (error) {
    throw makeSceneError(
      file,
      `memory.${name}.gzip cannot be decompressed (${formatOneLine(error)}); expected base64-encoded gzip data`,
    );
  }
}

function makeSceneError(file: string, problem: string): UsageError {
  return new UsageError(`Invalid scene file ${file}: ${problem}`);
}
