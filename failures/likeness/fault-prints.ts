import { join } from 'node:path';
import { z } from 'zod';
import { GENERATIONS } from '../../arch/index.js';
import { findPackageRoot } from '../../harness/basics/index.js';
import { readJsonInput } from '../../harness/input/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import type { Bucket } from '../../harness/run-directory/index.js';
import {
  describeFirstIssue,
  type FaultId,
  findFault,
  isUserDefinedId,
  safeParse,
} from '../../transactions/index.js';
import { sortByCount } from '../groups/failure-groups.js';
import { type FiredError, getErrorRule, isError } from '../groups/one-bug-rules.js';

/** Counts of failing tests by name. */
type Counts = ReadonlyMap<string, number>;

/** The fingerprint of a bug, derived from the tests that fail because of it. */
export interface Fingerprint {
  readonly tests: number;
  /** The number of tests in which each error fired, by rule and unit. */
  readonly fired: Counts;
  /** The number of tests in which each error was the cause, by rule and unit. */
  readonly caused: Counts;
  readonly generations: Counts;
  readonly programs: Counts;
}

/**
 * Builds the fingerprint of the failures in the given buckets. Omits errors that `isFromBug` attributes to other bugs.
 */
export function makeFingerprint(
  buckets: Iterable<Pick<Bucket, 'signature' | 'causes'>>,
  isFromBug: (error: FiredError) => boolean = () => true,
): Fingerprint {
  const makeCounts = (): Map<string, number> => new Map();
  const [fired, caused, generations, programs] = [makeCounts(), makeCounts(), makeCounts(), makeCounts()];
  let tests = 0;
  for (const { signature, causes } of buckets) {
    const [, , generation = '', program = ''] = signature.split(' ');
    for (const [text, count] of causes) {
      const errors = text.split(', ').filter((error) => isProjectRule(error) && isFromBug(error));
      const [cause] = errors;
      if (cause === undefined) continue;
      tests += count;
      addCount(caused, cause, count);
      for (const error of errors) addCount(fired, error, count);
      addCount(generations, generation, count);
      addCount(programs, program.split('/', 1)[0]!, count);
    }
  }
  return { tests, fired, caused, generations, programs };
}

/**
 * Returns whether an error comes from one of this project's rules. The fingerprints of library faults cover no other
 * rules.
 */
export function isProjectRule(error: FiredError): boolean {
  return isError(error) && !isUserDefinedId(getErrorRule(error));
}

export function addCount(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

/** A library fault and its fingerprint. */
export interface FaultFingerprint {
  readonly fault: FaultId;
  readonly fingerprint: Fingerprint;
}

/** The maximum number of programs to keep per fault: those with the most tests. */
const MAX_PROGRAMS = 6;

const count = z.int().min(0);
/**
 * The fault and its number of failing tests; `[error index, tests in which it fired, tests in which it was the cause]`
 * for each error; the number of tests per generation; and `[program index, tests]` for each program.
 */
const rowSchema = z.tuple([
  z.custom<FaultId>((id) => typeof id === 'string' && findFault(id) !== undefined, 'a fault id'),
  count,
  z.array(z.tuple([count, count, count])),
  z.array(count),
  z.array(z.tuple([count, count])),
]);

const documentSchema = z.strictObject({
  text: z.string(),
  errors: z.array(z.string()),
  generations: z.array(z.string()),
  programs: z.array(z.string()),
  prints: z.array(rowSchema),
});

type Row = z.infer<typeof rowSchema>;

/** Returns the path of the package's fault fingerprints. */
function getFaultFingerprintFile(): string {
  return join(findPackageRoot(), 'data', 'fault-prints.json');
}

/**
 * Reads the fingerprints of all faults. Throws `Error` rather than `UsageError` if the file cannot be read, since it is
 * part of the package.
 */
export function readFaultFingerprints(file = getFaultFingerprintFile()): FaultFingerprint[] {
  const document = readDocument(file);
  const parsed = safeParse(documentSchema, document);
  if (!parsed.success) throw new Error(`${file}: ${describeFirstIssue(parsed.error, document)}`);
  const { errors, generations, programs, prints: rows } = parsed.data;
  return rows.map(([fault, tests, errorRows, testsByGeneration, programRows]) => ({
    fault,
    fingerprint: {
      tests,
      fired: new Map(errorRows.map(([error, fired]) => [errors[error] ?? '', fired])),
      caused: keepPositiveCounts(errorRows.map(([error, , caused]) => [errors[error] ?? '', caused])),
      generations: keepPositiveCounts(
        testsByGeneration.map((tests, index) => [generations[index] ?? '', tests]),
      ),
      programs: new Map(programRows.map(([program, tests]) => [programs[program] ?? '', tests])),
    },
  }));
}

function readDocument(file: string): unknown {
  try {
    return readJsonInput('searches', file);
  } catch (error) {
    throw new Error((error as Error).message);
  }
}

function keepPositiveCounts(entries: readonly (readonly [string, number])[]): Counts {
  return new Map(entries.filter(([, tests]) => tests > 0));
}

/** Writes the fingerprints, one fault per line. `origin` says which tests they come from. */
export function writeFaultFingerprints(
  fingerprints: readonly FaultFingerprint[],
  origin: string,
  file = getFaultFingerprintFile(),
): void {
  const errors = collectNames(fingerprints.map(({ fingerprint }) => fingerprint.fired));
  const keptFingerprints = fingerprints.map((faultFingerprint) => ({
    ...faultFingerprint,
    programs: keepMostFrequent(faultFingerprint.fingerprint.programs),
  }));
  const programs = collectNames(keptFingerprints.map(({ programs }) => programs));
  const rows = keptFingerprints.map(({ fault, fingerprint, programs: keptPrograms }): Row => {
    const { tests, fired, caused, generations } = fingerprint;
    return [
      fault,
      tests,
      sortByName(fired).map(([error, count]) => [errors.indexOf(error), count, caused.get(error) ?? 0]),
      GENERATIONS.map((gfx) => generations.get(gfx) ?? 0),
      sortByName(keptPrograms).map(([program, count]) => [programs.indexOf(program), count]),
    ];
  });
  const header = { text: origin, errors, generations: [...GENERATIONS], programs };
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
  writeAtomic(file, `${JSON.stringify(header).slice(0, -1)},\n"prints":[\n${lines}\n]}\n`);
}

function collectNames(counts: readonly Counts[]): string[] {
  return [...new Set(counts.flatMap((table) => [...table.keys()]))].sort();
}

function sortByName(counts: Counts): [string, number][] {
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

function keepMostFrequent(counts: Counts): Counts {
  return new Map(sortByCount(counts).slice(0, MAX_PROGRAMS));
}
