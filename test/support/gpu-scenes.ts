import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { SceneFile } from '../../stimulus/index.js';

/**
 * The bytes that the GPU left in an object, and which of them must match (see the README in corpus/gpu).
 */
export interface GpuObject {
  readonly flag: 'exact' | 'approximate' | 'nondeterministic';
  readonly bytes: Uint8Array;
  /** A mask over `bytes`: 1 for each byte that need not match. */
  readonly ignored: Uint8Array;
}

/**
 * The per-pixel linked lists, which are the same for every rendering: the counter, then each pixel's entries, starting
 * from the head.
 */
export interface GpuLists {
  readonly counter: number;
  readonly words: Uint32Array;
}

/** A scene with the GPU's results. */
export interface GpuScene {
  readonly id: string;
  readonly scene: SceneFile;
  readonly memory: Readonly<Record<string, GpuObject>>;
  readonly lists: GpuLists | undefined;
}

interface RawExclusion {
  readonly bytes: number;
  readonly offset: number | readonly number[];
  readonly times?: number;
  readonly every?: number;
}

interface RawScene {
  readonly id: string;
  readonly scene: Omit<SceneFile, 'memory'> & { memory: Record<string, { gzip?: string }> };
  readonly expect: {
    readonly memory?: Record<
      string,
      { flag: GpuObject['flag']; gzip?: string; except?: RawExclusion | RawExclusion[] }
    >;
    readonly canonical?: { readonly counter: number; readonly gzip: string };
  };
}

const scenesByShader = new Map<string, readonly GpuScene[]>();

/** Returns a shader's scenes. Each file is read and unpacked only once. */
export function readGpuScenes(shader: string): readonly GpuScene[] {
  const scenes = scenesByShader.get(shader) ?? unpackScenes(shader);
  scenesByShader.set(shader, scenes);
  return scenes;
}

function unpackScenes(shader: string): readonly GpuScene[] {
  const url = new URL(`../../data/corpus/gpu/${shader}.json`, import.meta.url);
  const file = JSON.parse(readFileSync(url, 'utf8')) as { scenes: RawScene[] };
  return file.scenes.map(({ id, scene, expect }) => ({
    id,
    scene: { ...scene, memory: mapValues(scene.memory, ({ gzip }) => Array.from(unpackWords(gzip))) },
    memory: mapValues(expect.memory ?? {}, ({ flag, gzip, except }) => {
      const bytes = unpack(gzip);
      return { flag, bytes, ignored: maskIgnoredBytes(bytes.length, except) };
    }),
    lists:
      expect.canonical === undefined
        ? undefined
        : { counter: expect.canonical.counter, words: unpackWords(expect.canonical.gzip) },
  }));
}

function maskIgnoredBytes(length: number, except: RawExclusion | RawExclusion[] | undefined): Uint8Array {
  const ignored = new Uint8Array(length);
  for (const { bytes, offset, times = 1, every = 0 } of [except ?? []].flat()) {
    for (const start of [offset].flat()) {
      for (let i = 0; i < times; i++) ignored.fill(1, start + i * every, start + i * every + bytes);
    }
  }
  return ignored;
}

function unpack(gzip: string | undefined): Uint8Array {
  return gzip === undefined ? new Uint8Array(0) : Uint8Array.from(gunzipSync(Buffer.from(gzip, 'base64')));
}

function unpackWords(gzip: string | undefined): Uint32Array {
  return new Uint32Array(unpack(gzip).buffer);
}

function mapValues<T, R>(record: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
