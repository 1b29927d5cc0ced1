import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { SceneFile } from '../stimulus/index.js';
import { describeFirstIssue, formatSeed, UsageError } from '../transactions/index.js';
import { oneLine } from './one-line.js';
import { type SceneDocument, type SceneMemory, sceneSchema } from './scene-schema.js';
import { readSeed } from './seeds.js';

/** A scene with the way it is to run. */
export interface SceneRequest {
  readonly scene: SceneFile;
  /** Seed of the schedule. */
  readonly seed: string;
  readonly caches: 'coherent' | 'stale';
}

/** Reads a scene file (cli.md); throws `UsageError` in one line for one that cannot be used. */
export function readScene(file: string): SceneRequest {
  const document = parse(file);
  const judged = sceneSchema.safeParse(document);
  if (!judged.success) throw invalid(file, describeFirstIssue(judged.error, document));
  const { schedule, caches, memory, ...scene } = judged.data;
  checkCounts(file, judged.data);
  const unpacked = Object.entries(memory).map(([name, content]) => [name, wordsOf(file, name, content)]);
  return {
    scene: { ...scene, memory: Object.fromEntries(unpacked) },
    seed: formatSeed(readSeed(schedule)),
    caches,
  };
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`Cannot read scene file ${file}: ${oneLine(error)}`);
  }
}

function checkCounts(file: string, { primitives, attributes, draws }: SceneDocument): void {
  if (attributes.length > primitives.length) {
    throw invalid(
      file,
      `attributes has ${attributes.length} entries; expected at most ${primitives.length}, one a primitive`,
    );
  }
  const drawn = draws?.reduce((sum, draw) => sum + draw.primitives, 0) ?? primitives.length;
  if (drawn !== primitives.length) {
    throw invalid(
      file,
      `draws has ${drawn} primitives; expected ${primitives.length}, the number of primitives`,
    );
  }
}

function wordsOf(file: string, name: string, { base64, gzip, words }: SceneMemory): readonly number[] {
  if (words !== undefined) return words;
  const bytes = Buffer.from(base64 ?? gzip ?? '', 'base64');
  const plain = gzip === undefined ? bytes : unpack(file, name, bytes);
  const padded = new Uint8Array(Math.ceil(plain.length / 4) * 4);
  padded.set(plain);
  return Array.from(new Uint32Array(padded.buffer));
}

function unpack(file: string, name: string, packed: Uint8Array): Uint8Array {
  try {
    return gunzipSync(packed);
  } catch (error) {
    throw invalid(file, `memory.${name}.gzip does not unpack (${oneLine(error)}); expected base64 of gzip`);
  }
}

function invalid(file: string, what: string): UsageError {
  return new UsageError(`Invalid scene file ${file}: ${what}`);
}
