import { z } from 'zod';
import {
  deriveTestSeed,
  formatKnobSettings,
  natural,
  parseKnobSettings,
  readSeed,
} from '../../harness/basics/index.js';
import { describeInput, readDocument, readJsonInput } from '../../harness/input/index.js';
import { chipsSchema, faultSchema, faultsSchema } from '../../harness/records/index.js';
import type { RankedClaim, RunRequest } from '../../harness/run-directory/index.js';
import {
  findSequence,
  findSuite,
  formatTestId,
  isTestId,
  type Overrides,
  type PlannedTest,
  parseTestId,
} from '../../harness/selection/index.js';
import {
  createDocumentListSchema,
  type FaultId,
  formatSeed,
  parseSeed,
  UsageError,
} from '../../transactions/index.js';

const seed = z.string().refine((text) => parseSeed(text).ok, 'a seed: 0x and 1 to 16 hex digits');
const pinnedId = z
  .string()
  .refine(
    (text) => isTestId(text) && text.includes('@'),
    'a test with its root seed, such as rmw_buffer.3@0x5eed',
  );

const pinnedSchema = z.strictObject({
  text: z.string().optional(),
  suite: z.string(),
  seed,
  chips: chipsSchema,
  knobs: createDocumentListSchema(z.string()),
  faults: faultsSchema,
  pinned: z.array(pinnedId).min(1),
  ranked: z
    .strictObject({
      /** The number of bins that the tests cover together. */
      bins: natural,
      /** The test that kills each fault. */
      kills: z.partialRecord(faultSchema, pinnedId),
    })
    .optional(),
});

/** A suite file that lists its tests by name, as plain JSON with no code or random choices. */
export type PinnedSuiteDocument = z.infer<typeof pinnedSchema>;

/** The tests listed in a pinned suite, and their fixed settings. */
export interface PinnedSuite {
  /** The purpose of the suite. */
  readonly text?: string;
  /** The suite that the tests are from: a built-in suite, or one from an open suite file. */
  readonly suite: string;
  readonly seed: string;
  readonly overrides: Overrides;
  readonly tests: readonly PlannedTest[];
  /** What the tests cover and kill, according to `coverage rank`. */
  readonly ranked?: RankedClaim;
}

/** Returns whether a file is a pinned suite. Throws `UsageError` for an unreadable JSON file. */
export function isPinnedSuite(file: string): boolean {
  if (!file.endsWith('.json')) return false;
  const document = readJsonInput('suite', file);
  return typeof document === 'object' && document !== null && Object.hasOwn(document, 'pinned');
}

/** Reads a pinned suite or a run's plan. Throws a one-line `UsageError` if it is malformed. */
export function readPinnedSuite(file: string, kind: 'suite' | 'plan' = 'suite'): PinnedSuite {
  const document = readDocument(kind, file, pinnedSchema);
  return withFileName(describeInput(kind, file), () => toSuite(document));
}

function toSuite(document: PinnedSuiteDocument): PinnedSuite {
  const { text, suite, seed, chips, knobs, faults, pinned, ranked } = document;
  findSuite(suite);
  const tests = pinned.map((id) => planTest(id, suite));
  const seenIds = new Set<string>();
  for (const test of tests) {
    const id = formatTestId(test);
    if (seenIds.has(id)) throw new UsageError(`test "${id}" is listed twice`);
    seenIds.add(id);
  }
  return {
    suite,
    seed,
    overrides: { chips, knobs: parseKnobSettings(knobs), faults },
    tests,
    ...(text === undefined ? {} : { text }),
    ...(ranked === undefined ? {} : { ranked: toClaim(ranked, tests) }),
  };
}

function toClaim(
  { bins, kills }: NonNullable<PinnedSuiteDocument['ranked']>,
  tests: readonly PlannedTest[],
): RankedClaim {
  const testsById = new Map(tests.map((test) => [formatTestId(test), test]));
  return {
    bins,
    kills: Object.entries(kills).map(([fault, id]) => {
      const killer = testsById.get(id!);
      if (killer === undefined)
        throw new UsageError(`ranked.kills.${fault} is "${id}"; expected one of the tests in pinned`);
      return { fault: fault as FaultId, by: killer };
    }),
  };
}

/** Adds the file's name to errors about its contents. */
function withFileName<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`Invalid ${name}: ${error.message}`);
    throw error;
  }
}

/** Creates a planned test from an id. The id's root seed determines the test seed. */
function planTest(id: string, suite: string): PlannedTest {
  const { sequence, index, root } = parseTestId(id);
  findSequence(sequence, suite);
  const rootSeed = readSeed(root!);
  const position = { sequence, index, root: formatSeed(rootSeed) };
  return { ...position, seed: deriveTestSeed(rootSeed, sequence, index) };
}

/** Creates a suite that reruns the given tests of a run. */
export function createPinnedSuite(
  { suite, seed, overrides: { chips, knobs, faults } }: Pick<RunRequest, 'suite' | 'seed' | 'overrides'>,
  tests: readonly string[],
): PinnedSuiteDocument {
  const root = formatSeed(seed);
  return {
    suite,
    seed: root,
    chips: [...chips],
    knobs: formatKnobSettings(knobs),
    faults: [...faults],
    pinned: tests.map((id) => pinTestId(id, root)),
  };
}

/** Returns a test's id including its root seed, which defaults to `root`. */
export function pinTestId(id: string, root: string): string {
  return formatTestId({ root, ...parseTestId(id) });
}
