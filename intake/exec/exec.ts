import { makeUnknownNameError } from '../../harness/basics/index.js';
import { checkMemoryLimit } from '../../harness/input/index.js';
import { runExternalProgram } from '../../harness/one-test/index.js';
import { checkRecordChip } from '../../harness/programs/index.js';
import { storeAttachment, UNCHECKED } from '../../harness/records/index.js';
import { type Corpus, createSceneScenario, listSceneObjects, withAttachments } from '../../stimulus/index.js';
import {
  defaultKnobs,
  type KnobValues,
  type Scenario,
  UsageError,
  type Violation,
} from '../../transactions/index.js';
import type { PassEvidence, PassWeakness } from '../check/check-schema.js';
import { findWeaknesses } from '../check/pass-evidence.js';
import { findUnloadedScalars } from '../check/register-locations.js';
import { RunMonitor } from '../check/run-report.js';
import { addSource, findLine, type ProgramSource } from '../check/source-locations.js';
import { type ProgramRequest, readExecProgram } from './exec-program.js';
import { readScene, type SceneRequest } from './scene-files.js';

/** Which program to run on which scene, and how. */
export interface ExecRequest extends ProgramRequest {
  readonly scene: string;
  /** The corpus that supplies descriptors. */
  readonly corpus: Corpus;
  /** Whether to fail a passing run that entered no section, had no overlap or compared no memory. */
  readonly strict?: boolean | undefined;
}

/** A violation with source locations. */
interface ExecViolation extends Violation {
  /** The line in the program's text, counted from 1; absent if the program has no text. */
  readonly line?: number;
}

/** The result of running a program on a scene. */
export interface ExecResult {
  readonly scenario: Scenario;
  /** `inconclusive`: the run exceeded a budget. `unsupported`: `reason` names the missing feature. */
  readonly verdict: 'pass' | 'fail' | 'inconclusive' | 'unsupported';
  readonly reason?: string;
  readonly violations: readonly ExecViolation[];
  readonly value: PassEvidence;
  /** Weaknesses of a pass, or of a run that fails only because of `strict`; empty for other verdicts. */
  readonly weaknesses: readonly PassWeakness[];
  /** The final bytes of every object named by the program's descriptors, and of the buffer `addr` if used. */
  readonly memory: ReadonlyMap<string, Uint8Array>;
  /**
   * The final bytes of `color0` and so on, and of `depth`, row by row, with a pixel's samples adjacent (corpus/gpu
   * README).
   */
  readonly attachments: ReadonlyMap<string, Uint8Array>;
  /** Assumptions made where neither the file nor the state says otherwise, one per line. */
  readonly assumed: readonly string[];
}

/**
 * Runs a file's program on a scene with every scoreboard enabled. Throws a one-line `UsageError` if a file is unusable
 * or the program and the scene do not match.
 */
export function execScene(request: ExecRequest): ExecResult {
  const { corpus } = request;
  const program = readExecProgram(request);
  const sceneRequest = readScene(request.scene);
  const { scene } = sceneRequest;
  const { record, assumed, source } = program(scene.samples);
  checkRecordChip(record);
  const baseScenario = createSceneScenario(record, scene, corpus, {
    freedoms: createKnobs(sceneRequest),
    schedule: { strategy: 'random', seed: sceneRequest.seed },
  });
  const scenario = withAttachments(baseScenario, record.shader);
  const objects = listSceneObjects(record, corpus);
  checkMemoryLimit(scenario, record.shader);
  checkMemory(scenario, sceneRequest, objects);
  const result = execute(scenario, objects);
  const weaknesses =
    result.verdict === 'pass' ? findWeaknesses(result.value, findUnloadedScalars(record)) : [];
  const hasWarnings = weaknesses.length > 0 || (result.verdict === 'pass' && result.violations.length > 0);
  return {
    ...result,
    ...(request.strict === true && hasWarnings ? { verdict: 'fail' } : {}),
    violations: result.violations.map((violation) => withLocation(violation, source)),
    weaknesses,
    assumed,
  };
}

function withLocation(violation: Violation, source: ProgramSource): ExecViolation {
  const line = findLine(source, violation.place.pc);
  return { ...addSource(violation, source), ...(line === undefined ? {} : { line }) };
}

function execute(scenario: Scenario, objects: readonly string[]): Omit<ExecResult, 'assumed' | 'weaknesses'> {
  const memory = new Map<string, Uint8Array>();
  const attachments = new Map<string, Uint8Array>();
  const watch = new RunMonitor(scenario);
  const { verdict, finding, violations, gap } = runExternalProgram(scenario, (transaction) => {
    watch.sink(transaction);
    storeAttachment(attachments, scenario, transaction);
    if (transaction.kind !== 'memory-dumped' || !objects.includes(transaction.object)) return;
    memory.set(transaction.object, new Uint8Array(transaction.words.slice().buffer));
  });
  const result = { scenario, violations, memory, attachments, value: watch.getEvidence(verdict) };
  const reason =
    gap ?? (watch.exercised.waves === 0 ? 'no wave runs: let a primitive cover a sample' : undefined);
  if (reason !== undefined) {
    const hasErrors = violations.some(({ severity }) => severity === 'error');
    return { ...result, verdict: hasErrors ? 'fail' : 'unsupported', reason };
  }
  // A rule may be missing data for an external program, such as an argument not in the scene.
  const isPass = finding === undefined || finding.rule === UNCHECKED;
  const outcome = finding?.outcome === 'inconclusive' ? 'inconclusive' : 'fail';
  return { ...result, verdict: isPass ? 'pass' : outcome };
}

/**
 * Returns a run's knob values. Each wave has quads of only one primitive, so that a program that reads one lane's value
 * for all of them behaves as its source states (corpus README, `push_const_indexed`).
 */
function createKnobs({ caches }: SceneRequest): KnobValues {
  return { ...defaultKnobs(), primitivesPerWave: 1, caches: caches === 'stale' ? 1 : 0 };
}

function checkMemory({ memory }: Scenario, { scene }: SceneRequest, names: readonly string[]): void {
  for (const [name, words] of Object.entries(scene.memory)) {
    if (!names.includes(name)) throw makeUnknownNameError('memory object', name, names);
    const { bytes } = memory.find((object) => object.name === name)!;
    if (words.length * 4 > bytes) {
      throw new UsageError(
        `Invalid scene: memory.${name} has ${words.length * 4} bytes, but the object holds only ${bytes}`,
      );
    }
  }
}
