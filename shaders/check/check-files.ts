import { unknownName } from '../../base/basics/index.js';
import { builtFile } from '../../bundle/index.js';
import { DEFAULT_LIMITS, runLimited, type TestLimits } from '../../harness/workers/index.js';
import { UsageError } from '../../transactions/index.js';
import { readInputs, type UnreadableFile } from './check-inputs.js';
import { type ProgramVerdict, unjudged } from './check-program.js';
import type { CheckPlan } from './check-runs.js';
import type { CheckSetting, CheckSubject } from './check-subjects.js';
import type { CheckTask } from './check-worker.js';

/** The request of `check`. */
export interface CheckRequest extends CheckSetting {
  readonly files: readonly string[];
  /** Scenes per variant. */
  readonly seeds: number;
  /** Root of all seeds. */
  readonly seed: string;
  /** One program, `ID`, or one run of it, `ID#VARIANT.SCENE`. */
  readonly only?: string | undefined;
  readonly workers: number;
  /** Makes a pass without a section, an overlap or compared memory a failure. */
  readonly strict?: boolean | undefined;
  /** Limits for all scenes of a program together; default: `DEFAULT_LIMITS`. */
  readonly limits?: TestLimits;
  /** Called for each unusable file, before anything runs. */
  readonly onUnreadable: (each: UnreadableFile) => void;
}

/** Verdicts of all programs in all files, in order. Throws `UsageError` before anything runs if `--only` matches nothing. */
export async function* checkFiles(request: CheckRequest): AsyncGenerator<ProgramVerdict> {
  const all = readInputs(request.files, request, request.onUnreadable);
  const { subjects, only } = chosen(all, request.only);
  const { seeds, seed, workers, limits = DEFAULT_LIMITS, strict = false } = request;
  const plan: CheckPlan = { seeds, seed, strict, ...(only === undefined ? {} : { only }) };
  if (subjects.length === 0) return;
  const tasks = subjects.map((subject): CheckTask => ({ subject, plan }));
  const worker = builtFile('shaders/check/check-worker.js');
  yield* runLimited<CheckTask, ProgramVerdict>(worker, tasks, {
    workers: Math.min(workers, subjects.length),
    limits,
    lost: ({ subject }, reason) => unjudged(subject, reason),
  });
}

/** The programs, and the run, selected by `--only`. */
function chosen(
  all: readonly CheckSubject[],
  text: string | undefined,
): { readonly subjects: readonly CheckSubject[]; readonly only?: CheckPlan['only'] } {
  if (text === undefined) return { subjects: all };
  const [, id = text, variant, scene] = /^(.*)#(\d+)\.(\d+)$/.exec(text) ?? [];
  const subjects = all.filter((subject) => subject.id === id);
  const [first] = subjects;
  if (first === undefined)
    throw unknownName(
      'program',
      id,
      all.map((subject) => subject.id),
    );
  if (variant === undefined) return { subjects };
  const count = first.record.variants.length;
  if (Number(variant) >= count)
    throw new UsageError(`Invalid --only "${text}": ${id} has ${count} variants, from 0`);
  return { subjects, only: { variant: Number(variant), scene: Number(scene) } };
}
