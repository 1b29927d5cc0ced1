import { z } from 'zod';
import type { RunDefaults } from './config.js';

const string = z.string();
const number = z.number();
const stringOrList = z.union([string, z.array(string).min(1)]);

/** The types of a configuration's `run` options, for editors. The command line validates the actual values. */
export const RUN_OPTIONS: { readonly [K in keyof RunDefaults]-?: z.ZodType<NonNullable<RunDefaults[K]>> } = {
  suite: string,
  seed: string,
  count: number,
  time: string,
  until: string,
  workers: number,
  out: string,
  chip: stringOrList,
  test: stringOrList,
  set: stringOrList,
  fault: stringOrList,
  maxFailures: number,
  steer: z.boolean(),
  shard: string,
  queue: string,
  queueKeyFile: string,
  launch: string,
  knownIssues: string,
  testTime: string,
  testMemory: number,
  triage: string,
  gate: string,
  waivers: string,
  json: z.boolean(),
  limits: number,
};
