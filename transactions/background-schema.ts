import { z } from 'zod';
import type { Background, BackgroundWork } from './background.js';

const nonNegative = z.int().min(0);
const positive = z.int().min(1);
const word = z.int().min(-0x80000000).max(0xffffffff);

const commonFields = {
  words: z.array(word).min(1),
  userData: z.array(word).max(64),
  vectors: positive.max(256),
  scalars: positive.max(106),
  scratchWaves: nonNegative,
  start: nonNegative,
  interval: positive,
};

const backgroundWork: z.ZodType<BackgroundWork> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('geometry'),
    ...commonFields,
    vertices: positive.max(1 << 20),
    instances: positive.max(1 << 10),
    frontEnd: nonNegative.max(1),
  }),
  z.strictObject({
    kind: z.literal('compute'),
    ...commonFields,
    groups: positive.max(1 << 16),
    groupSize: z.tuple([positive.max(1024), positive.max(1024), positive.max(64)]),
    mode: z.enum(['cu', 'wgp']),
    localDwords: nonNegative.max(16384),
  }),
]);

/** The schema of `Scenario.background`. */
export const backgroundSchema: z.ZodType<Background> = z.strictObject({
  works: z.array(backgroundWork).min(1),
  outputs: z.array(z.string().min(1)),
});
