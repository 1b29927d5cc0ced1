import { parseArgs } from 'node:util';
import { freshSeed } from '../../regression/index.js';
import { formatSeed } from '../../transactions/index.js';
import type { ModelRequest } from './model/main.js';
import { mutableFiles, unitOfFile } from './model/units.js';

export const USAGE = `Usage: npm run mutants -- [--sample PROGRAMS] [--scenes N] [--write]
       npm run mutants -- --model [--sample MUTANTS | --fresh MUTANTS] [--unit UNIT]... [--tests N] [--seed SEED] [--random-only] [--write]
       npm run mutants -- --rules | --statement ID | --statements`;

/** Scenes that a mutant of a program runs on at most. */
const SCENES = 8;
/** A sample of the model's mutants that takes some minutes, its seed, and tests of smoke; a fresh one runs fewer of these. */
const MODEL = { sample: 300, seed: '0x5eed', tests: 500, freshTests: 60 };

const OPTIONS = {
  model: { type: 'boolean', default: false },
  rules: { type: 'boolean', default: false },
  statement: { type: 'string' },
  statements: { type: 'boolean', default: false },
  sample: { type: 'string' },
  fresh: { type: 'string' },
  scenes: { type: 'string' },
  unit: { type: 'string', multiple: true, default: [] as string[] },
  tests: { type: 'string' },
  seed: { type: 'string' },
  'random-only': { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
} as const;

/** Values of the options. */
export type Values = ReturnType<typeof readOptions>;

/** The options of a command line. Throws an error in one line for what is none. */
export function readOptions(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS }).values;
}

/** Mutants of programs: programs of each chip (undefined: all), scenes, and whether `bench/results/mutants.json` is written. */
export function programRequest({ sample, scenes, write }: Values) {
  return {
    sample: sample === undefined ? undefined : countOf('--sample', sample),
    scenes: countOf('--scenes', scenes ?? `${SCENES}`),
    write,
  };
}

/** Mutants of the model. Throws an error in one line for values that cannot be. */
export function modelRequest({
  fresh,
  sample,
  unit: units,
  tests,
  seed,
  write,
  ...values
}: Values): ModelRequest {
  const isFresh = fresh !== undefined;
  // A fresh sample is of all mutants, and no one goes on from it.
  if (isFresh && sample !== undefined) throw new Error('--fresh and --sample exclude each other');
  if (isFresh && write) throw new Error('--fresh and --write exclude each other');
  const known = [...new Set(mutableFiles().map(unitOfFile))];
  const unknown = units.find((unit) => !known.includes(unit));
  if (unknown !== undefined)
    throw new Error(`Invalid --unit: expected one of ${known.join(' ')}, got ${unknown}`);
  return {
    seed: seed ?? (isFresh ? formatSeed(freshSeed()) : MODEL.seed),
    sample: countOf(isFresh ? '--fresh' : '--sample', fresh ?? sample ?? `${MODEL.sample}`),
    fresh: isFresh,
    pool: countOf('--tests', tests ?? `${isFresh ? MODEL.freshTests : MODEL.tests}`),
    units,
    unitTests: !values['random-only'],
    write,
  };
}

function countOf(option: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new Error(`Invalid ${option}: expected 1 or more, got ${text}`);
}
