import { z } from 'zod';
import { sampleCount } from '../../harness/programs/index.js';
import { createDocumentListSchema, createListSchema } from '../../transactions/index.js';

const word = z.int().min(0).max(0xffffffff);
const float = z.number();
const base64 = z.base64('bytes in base64, padded with = to a multiple of four characters');

/** A vertex coordinate in 1/256ths of a pixel, within the guard band of 2^15 pixels on either side. */
const coordinate = z
  .int()
  .min(-(2 ** 23))
  .max(2 ** 23);

const triangle = z.tuple([coordinate, coordinate, coordinate, coordinate, coordinate, coordinate]);
const color = z.tuple([float, float, float, float]);
const uv = z.tuple([float, float]);

const attributes = z.object({
  vPrim: word.exactOptional(),
  vColor: z.tuple([color, color, color]).exactOptional(),
  vUV: z.tuple([uv, uv, uv]).exactOptional(),
  z: float.exactOptional(),
});

const pushConstants = z.object({
  k: word.exactOptional(),
  primBase: word.exactOptional(),
  width: word.exactOptional(),
  flags: word.exactOptional(),
  alpha: float.exactOptional(),
  count: word.exactOptional(),
  addr: z.union([z.tuple([word, word]), z.literal('addr')]).exactOptional(),
});

const memory = z
  .object({
    base64: base64.exactOptional(),
    gzip: base64.exactOptional(),
    words: createListSchema(
      word,
      (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xffffffff,
    ).exactOptional(),
  })
  .refine((content) => Object.keys(content).length === 1, 'exactly one of base64, gzip and words');

const MAX_SIDE = 1024;

/** A scene file (docs/judging-shaders.md); unknown keys are ignored. */
export const sceneSchema = z.object({
  width: z.int().min(1).max(MAX_SIDE),
  height: z.int().min(1).max(MAX_SIDE),
  samples: sampleCount,
  primitives: createDocumentListSchema(triangle),
  attributes: createDocumentListSchema(attributes).default([]),
  draws: z
    .array(z.object({ primitives: z.int().min(0), pushConstants: pushConstants.default({}) }))
    .exactOptional(),
  pushConstants: pushConstants.default({}),
  memory: z.record(z.string(), memory).default({}),
  schedule: z.string().default('0x1'),
  caches: z.enum(['coherent', 'stale']).default('coherent'),
});

/** A parsed scene file. */
export type SceneDocument = z.infer<typeof sceneSchema>;

/** A memory object's content in a scene file. */
export type SceneMemory = SceneDocument['memory'][string];
