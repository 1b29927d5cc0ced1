import { lstatSync } from 'node:fs';
import { makeUnknownNameError } from '../../harness/basics/index.js';
import { builtFile } from '../../harness/built/index.js';
import type { KnownIssue } from '../../harness/records/index.js';
import { DEFAULT_LIMITS, LimitedPool, type TestLimits, yieldInOrder } from '../../harness/workers/index.js';
import { UsageError } from '../../transactions/index.js';
import type { ProgramVerdict } from './check-program.js';
import type { CheckPlan } from './check-runs.js';
import { type CheckSettings, type CheckSubject, readSubjects } from './check-subjects.js';
import type { CheckTask } from './check-worker.js';
import { findPrograms } from './program-files.js';

/** An unreadable file, with a one-line reason. */
export interface UnreadableFile {
  readonly file: string;
  readonly reason: string;
}

const EXPECTED =
  'expected shader sources with an interlock, ELF objects, assembly text, hexadecimal words or corpus files';

/**
 * Reads all programs in all files and folders. Skips unreadable files, folders without
 * programs, and chips that a source cannot be compiled for.
 */
export function readInputs(
  paths: readonly string[],
  settings: CheckSettings,
  onUnreadable: (file: UnreadableFile) => void,
): readonly CheckSubject[] {
  return paths.flatMap((path) => {
    const files = findPrograms(path);
    if (files.length === 0) onUnreadable({ file: path, reason: `No programs found in ${path}; ${EXPECTED}` });
    return files.flatMap((file) => {
      const reasons = new Set<string>();
      const onRejected = ({ message: reason }: UsageError): void => {
        if (!reasons.has(reason)) onUnreadable({ file, reason });
        reasons.add(reason);
      };
      try {
        if (file !== path && lstatSync(file).isSymbolicLink())
          throw new UsageError(`Cannot use ${file}: it is a link, which is followed only if it is named`);
        return readSubjects(file, { ...settings, onRejected });
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        onRejected(error);
        return [];
      }
    });
  });
}

interface CheckRequest extends CheckSettings {
  readonly files: readonly string[];
  /** Number of scenes per variant. */
  readonly seeds: number;
  readonly seed: string;
  /** Restricts the check to one program, `ID`, or to one of its runs, `ID#VARIANT.SCENE`. */
  readonly only?: string | undefined;
  readonly workers: number;
  /** Whether a pass that exercised no section, no overlap or no memory comparison counts as a failure. */
  readonly strict?: boolean | undefined;
  /** Whether to list the instructions around each finding. */
  readonly isa?: boolean | undefined;
  /** Issues that excuse findings. */
  readonly knownIssues?: readonly KnownIssue[];
  /** Combined limits for all scenes of a program; `DEFAULT_LIMITS` by default. */
  readonly limits?: TestLimits;
  /** Called for each unusable file, before any program runs. */
  readonly onUnreadable: (file: UnreadableFile) => void;
}

/**
 * Yields the verdicts on all programs in all files, in order. Throws a `UsageError` before running anything if `--only`
 * matches no program.
 */
export async function* checkFiles(request: CheckRequest): AsyncGenerator<ProgramVerdict> {
  const allSubjects = readInputs(request.files, request, request.onUnreadable);
  const { subjects, only } = selectSubjects(allSubjects, request.only);
  const { seeds, seed, workers, limits = DEFAULT_LIMITS, strict = false, knownIssues = [], isa } = request;
  const plan: CheckPlan = { seeds, seed, strict, knownIssues, isa, ...(only === undefined ? {} : { only }) };
  if (subjects.length === 0) return;
  const threads = Math.min(workers, subjects.length);
  const pool: CheckPool = new LimitedPool(builtFile('intake/check/check-worker.js'), {
    workers: threads,
    limits,
    onLost: (_task, reason) => ({ lost: reason }),
  });
  try {
    yield* yieldInOrder(subjects, threads, (subject) => determineVerdict(pool, subject, plan));
  } finally {
    await pool.close();
  }
}

type CheckPool = LimitedPool<CheckTask, ProgramVerdict | { readonly lost: string }>;

/** Determines the verdict on a program. */
async function determineVerdict(
  pool: CheckPool,
  subject: CheckSubject,
  plan: CheckPlan,
): Promise<ProgramVerdict> {
  const start = performance.now();
  const outcome = await pool.run({ subject, plan });
  if (!('lost' in outcome)) return { ...outcome, seconds: (performance.now() - start) / 1000 };
  // This loads the model, so it is imported only if a worker was lost.
  const { makeUnjudgedVerdict } = await import('./check-program.js');
  return makeUnjudgedVerdict(subject, outcome.lost);
}

/** Selects the programs, and possibly the run, named by `--only`. */
function selectSubjects(
  allSubjects: readonly CheckSubject[],
  text: string | undefined,
): { readonly subjects: readonly CheckSubject[]; readonly only?: CheckPlan['only'] } {
  if (text === undefined) return { subjects: allSubjects };
  const [, id = text, variant, scene] = /^(.*)#(\d+)\.(\d+)$/.exec(text) ?? [];
  const subjects = allSubjects.filter((subject) => subject.id === id);
  const [firstSubject] = subjects;
  if (firstSubject === undefined)
    throw makeUnknownNameError(
      'program',
      id,
      allSubjects.map((subject) => subject.id),
    );
  if (variant === undefined) return { subjects };
  const count = firstSubject.record.variants.length;
  if (Number(variant) >= count)
    throw new UsageError(`Invalid --only "${text}": ${id} has ${count} variants, numbered from 0`);
  return { subjects, only: { variant: Number(variant), scene: Number(scene) } };
}
