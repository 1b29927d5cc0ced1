import { z } from 'zod';
import type { RunDefaults } from './config.js';

const text = z.string();
const number = z.number();
const texts = z.union([text, z.array(text).min(1)]);

/** The types of a configuration's `run` options, for editors. The command line validates the actual values. */
export const RUN_OPTIONS: { readonly [K in keyof RunDefaults]-?: z.ZodType<NonNullable<RunDefaults[K]>> } = {
  suite: text,
  seed: text,
  count: number,
  time: text,
  until: text,
  workers: number,
  out: text,
  chip: texts,
  test: texts,
  set: texts,
  fault: texts,
  maxFailures: number,
  steer: z.boolean(),
  shard: text,
  queue: text,
  queueKeyFile: text,
  launch: text,
  knownIssues: text,
  testTime: text,
  testMemory: number,
  triage: text,
  gate: text,
  waivers: text,
  json: z.boolean(),
  limits: number,
};
