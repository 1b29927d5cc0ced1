import { arch, cpus, hostname, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type ChipName, isChipName } from '../../arch/index.js';
import {
  createDocumentListSchema,
  describeFirstIssue,
  escapeAllStrings,
  type FaultId,
  isFaultId,
  isInheritedName,
  MODEL_VERSION,
  parseJson,
  safeParse,
  UsageError,
} from '../../transactions/index.js';
import {
  describeFileError,
  findPackageRoot,
  type GitCheckout,
  getPackageVersion,
  integerInRange,
  natural,
  nonNegative,
  numberInRange,
  RANGES,
  RUN_FILES,
  readGitCheckout,
  requirePlain,
} from '../basics/index.js';
import { hashProgramCode } from '../built/index.js';
import { readBounded } from '../input/index.js';
import { isSuiteFile } from '../suite-files/suite-file.js';
import { knownIssueSchema } from './known-issues.js';

/** The schema of a planned test in files and queues. */
export const plannedTestSchema = z.object({
  sequence: z.string().refine((name) => !isInheritedName(name), 'the name of a sequence'),
  index: natural,
  root: z.string().optional(),
  seed: z.string(),
});

export const chipsSchema = createDocumentListSchema(
  z.custom<ChipName>((name) => typeof name === 'string' && isChipName(name), 'a chip'),
);
export const faultSchema = z.custom<FaultId>((id) => typeof id === 'string' && isFaultId(id), 'a fault');
export const faultsSchema = createDocumentListSchema(faultSchema);

const SECONDS = { min: RANGES.ms.min / 1000, max: RANGES.ms.max / 1000 };

const manifestShape = z.object({
  tool: z.literal('pops-testbench'),
  version: z.string(),
  /** The version of the model; absent from runs made by earlier versions. */
  model: natural.exactOptional(),
  /** The commit of the working tree; null outside a clone. */
  commit: z.string().nullable(),
  /** Whether the working tree had uncommitted changes; null outside a clone. */
  dirty: z.boolean().nullable(),
  /** Identifies changes to the code and data that affect runs; null if there are none, absent if not recorded. */
  changes: z.string().nullable().exactOptional(),
  /** A hash of the code that ran (`hashProgramCode`); absent from runs made by earlier versions. */
  code: z.string().exactOptional(),
  runId: z.string(),
  suite: z.string(),
  /** The path and hash of the suite file, if any. The file is never loaded from there. */
  suiteFile: z.object({ path: z.string(), hash: z.string() }).nullable(),
  /** The path and hash of the configuration; null if there was none, absent from runs made by earlier versions. */
  config: z.object({ path: z.string(), hash: z.string() }).nullable().exactOptional(),
  seed: z.string(),
  /** The run's limits; null means no limit. */
  count: natural.max(RANGES.tests.max).nullable(),
  timeSeconds: numberInRange(SECONDS).nullable(),
  maxFailures: integerInRange(RANGES.failures).nullable(),
  tests: z.string().nullable(),
  chips: chipsSchema,
  /** `name=value` in `--set` form. */
  knobs: createDocumentListSchema(z.string()),
  faults: faultsSchema,
  /**
   * The run stops once another hour is expected to add less than this percentage of the bins; absent if there is no
   * such limit.
   */
  gainPercentMin: numberInRange(RANGES.percent).exactOptional(),
  /** What `coverage rank` claims for the tests in `list`. */
  ranked: z
    .object({
      bins: natural,
      kills: createDocumentListSchema(z.object({ fault: faultSchema, by: plannedTestSchema })),
    })
    .exactOptional(),
  /** Present if coverage steered the choice of tests. */
  steer: z.literal(true).exactOptional(),
  /** The shard of the plan that ran here, counted from 1; null for the whole plan. */
  shard: z
    .object({ index: integerInRange(RANGES.tests), count: integerInRange(RANGES.tests) })
    .refine(({ index, count }) => index <= count, 'an index no greater than count')
    .nullable(),
  /** The tests, if they were listed explicitly rather than drawn from the suite. */
  list: createDocumentListSchema(plannedTestSchema).nullable(),
  /** Present if all the suite's tests ran, even those that no injected fault can affect. */
  wholeBuild: z.literal(true).exactOptional(),
  /** Present if the run also searches for tests that close its coverage holes. */
  closes: z.literal(true).exactOptional(),
  /** Present if workers took the tests from a queue. `workers` is then the maximum number of concurrent batches. */
  queued: z.literal(true).exactOptional(),
  /** The run that this one repeats, if any. */
  again: z.object({ directory: z.string(), runId: z.string() }).exactOptional(),
  /** Tests that failed in earlier runs. They ran before those drawn from the suite. */
  first: createDocumentListSchema(plannedTestSchema),
  knownIssues: createDocumentListSchema(knownIssueSchema),
  /** The time limit per test. */
  testSeconds: numberInRange(SECONDS),
  /** The heap limit per worker in MiB. */
  testHeapMb: integerInRange(RANGES.heapMb),
  workers: integerInRange(RANGES.remoteWorkers),
  machine: z.object({
    host: z.string(),
    platform: z.string(),
    node: z.string(),
    processor: z.string(),
    processors: natural,
    memoryBytes: nonNegative,
  }),
  startedAt: z.string(),
});

const manifestSchema = manifestShape.refine(
  ({ suite, suiteFile }) => isSuiteFile(suite) === (suiteFile !== null),
  'suiteFile for a suite loaded from a file, and null for a built-in one',
);

/** What a run executed, in enough detail to regenerate every test. */
export type Manifest = z.infer<typeof manifestSchema>;

/**
 * The checkout that this process's code comes from, cached because git is slow. Undefined until git has reported one.
 */
let checkout: GitCheckout | undefined;

/** Returns the manifest fields that describe the program and the machine. */
export function describeHost(): Pick<
  Manifest,
  'tool' | 'version' | 'model' | 'commit' | 'dirty' | 'changes' | 'code' | 'machine'
> {
  const root = findPackageRoot();
  const current = checkout ?? readGitCheckout(root);
  if (current.commit !== null) checkout = current;
  return {
    tool: 'pops-testbench',
    version: getPackageVersion(),
    model: MODEL_VERSION,
    ...current,
    code: hashProgramCode(),
    machine: {
      host: hostname(),
      platform: `${platform()} ${arch()}`,
      node: process.version,
      processor: cpus()[0]?.model ?? 'unknown',
      processors: cpus().length,
      memoryBytes: totalmem(),
    },
  };
}

/** Whether a run was made by this version of the program, as far as the recorded versions can tell. */
export function isCurrentVersion({ version, commit, changes, code }: Origin): boolean {
  const host = describeHost();
  if (code !== undefined && code !== host.code) return false;
  if (version !== host.version || (commit ?? host.commit) !== host.commit) return false;
  return commit === null || host.commit === null || changes === undefined || changes === host.changes;
}

/** The version of the code that executed a run. */
type Origin = Pick<Manifest, 'version' | 'commit' | 'changes' | 'code'>;

/** Formats a code version for messages. */
export function formatOrigin({ version, commit, changes, code }: Origin): string {
  const build = code === undefined ? `version ${version}` : `version ${version}, code ${code}`;
  if (commit === null) return build;
  const suffix = changes ? ` with changes ${changes}` : '';
  return `commit ${commit.slice(0, 12)}${suffix} (${build})`;
}

/**
 * Reads a run directory's manifest and escapes the unprintable characters in its strings. Throws `UsageError` if it is
 * missing or corrupt.
 */
export function readManifest(runDirectory: string): Manifest {
  const file = join(runDirectory, RUN_FILES.manifest);
  requirePlain(file);
  let document: unknown;
  try {
    document = parseJson(readBounded('manifest', file));
  } catch (error) {
    throw new UsageError(`"${runDirectory}" is not a run directory: ${describeManifestError(error)}`);
  }
  const parsed = safeParse(manifestSchema, document);
  if (!parsed.success)
    throw new UsageError(`Invalid manifest ${file}: ${describeFirstIssue(parsed.error, document)}`);
  return escapeAllStrings(parsed.data);
}

function describeManifestError(error: unknown): string {
  if (error instanceof SyntaxError) return `its manifest.json is corrupt (${error.message})`;
  if ((error as NodeJS.ErrnoException).code === 'ENOENT')
    return 'it has no manifest.json; expected a directory written by "run" or "merge"';
  return describeFileError(error);
}
