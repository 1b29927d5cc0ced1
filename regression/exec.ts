import {
  type CompletedProgram,
  type Corpus,
  type CorpusRecord,
  sceneObjects,
  sceneScenario,
  withAttachments,
} from '../stimulus/index.js';
import type { Freedoms, Scenario, Violation } from '../transactions/index.js';
import { defaultFreedoms, UsageError } from '../transactions/index.js';
import { takeAttachment } from './attachments.js';
import { parseCorpus } from './corpus-files.js';
import { isElf } from './elf/elf-file.js';
import { UNCHECKED } from './finding.js';
import { readGivenProgram } from './given-programs.js';
import { readInput } from './input/read-input.js';
import { nearestName, unknownName } from './nearest-name.js';
import { checkRecordChip } from './record-chip.js';
import { runInWorld } from './run-in-world.js';
import { readScene, type SceneRequest } from './scene-files.js';

/** One program on one scene. */
export interface ExecRequest {
  /** A corpus file, or an AMD ELF object. */
  readonly file: string;
  /** Id of a record of a corpus file. */
  readonly record?: string | undefined;
  /** State file of an object. */
  readonly state?: string | undefined;
  /** A scene file. */
  readonly scene: string;
  /** Where descriptors come from. */
  readonly corpus: Corpus;
}

/** What a program made of a scene. */
export interface ExecResult {
  readonly scenario: Scenario;
  /** `inconclusive`: a budget ended the run; `unsupported`: `reason` says what model or world lack. */
  readonly verdict: 'pass' | 'fail' | 'inconclusive' | 'unsupported';
  readonly reason?: string;
  readonly violations: readonly Violation[];
  /** Final bytes of every object that the program's descriptors name, and of the buffer `addr` where it is used. */
  readonly memory: ReadonlyMap<string, Uint8Array>;
  /** Final bytes of `color0` and so on, and of `depth`: rows, sample after sample within a pixel (corpus/gpu README). */
  readonly attachments: ReadonlyMap<string, Uint8Array>;
  /** What of an object's program nobody said, one line each. */
  readonly assumed: readonly string[];
}

/**
 * Runs one program of a corpus file, or that of an object, on a scene under all scoreboards. Throws `UsageError` in one line for files that
 * cannot be used or do not fit each other.
 */
export function execScene(request: ExecRequest): ExecResult {
  const { corpus } = request;
  const program = readProgram(request);
  const sceneRequest = readScene(request.scene);
  const { scene } = sceneRequest;
  const { record, assumed } = program(scene.samples);
  checkRecordChip(record);
  const bare = sceneScenario(record, scene, corpus, {
    freedoms: freedomsOf(sceneRequest),
    schedule: { strategy: 'random', seed: sceneRequest.seed },
  });
  const scenario = withAttachments(bare, record.shader);
  const objects = sceneObjects(record, corpus);
  checkMemory(scenario, sceneRequest, objects);
  return { ...run(scenario, objects), assumed };
}

/** The program of either kind of file, for a scene with so many samples. */
function readProgram({ file, record, state }: ExecRequest): (samples: number) => CompletedProgram {
  const bytes = readInput(record === undefined ? 'object' : 'corpus', file);
  if (isElf(bytes)) {
    if (record !== undefined)
      throw new UsageError(`Impossible --record: ${file} is an object, not a corpus file`);
    if (state === undefined)
      throw new UsageError(`Missing --state: ${file} is an object, which needs a state file`);
    return readGivenProgram(bytes, file, state);
  }
  if (state !== undefined) throw new UsageError(`Impossible --state: ${file} is no ELF object`);
  if (record === undefined)
    throw new UsageError(`Missing --record: ${file} is no ELF object; expected the id of a record`);
  const found = findRecord(bytes, file, record);
  return () => ({ record: found, assumed: [] });
}

function findRecord(bytes: Uint8Array, file: string, id: string): CorpusRecord {
  const records = parseCorpus(bytes, file);
  const found = records.find((record) => record.id === id);
  if (found !== undefined) return found;
  const ids = records.map((record) => record.id);
  const near = nearestName(id, ids);
  const right =
    near === undefined
      ? `expected one of the ${ids.length} in ${file}, like ${ids[0]}`
      : `did you mean ${near}?`;
  throw new UsageError(`Unknown record "${id}": ${right}`);
}

function run(scenario: Scenario, objects: readonly string[]): Omit<ExecResult, 'assumed'> {
  const memory = new Map<string, Uint8Array>();
  const attachments = new Map<string, Uint8Array>();
  const { finding, violations, gap } = runInWorld(scenario, (transaction) => {
    takeAttachment(attachments, scenario, transaction);
    if (transaction.kind !== 'memory-dumped' || !objects.includes(transaction.object)) return;
    memory.set(transaction.object, new Uint8Array(transaction.words.slice().buffer));
  });
  const result = { scenario, violations, memory, attachments };
  if (gap !== undefined) {
    const failed = violations.some(({ severity }) => severity === 'error');
    return { ...result, verdict: failed ? 'fail' : 'unsupported', reason: gap };
  }
  // A program from outside may keep a rule from its data, such as an argument that no scene gives.
  const passed = finding === undefined || finding.rule === UNCHECKED;
  const outcome = finding?.outcome === 'inconclusive' ? 'inconclusive' : 'fail';
  return { ...result, verdict: passed ? 'pass' : outcome };
}

/**
 * A wave holds quads of one primitive, so that a program which reads one lane's value for all of them gives what its
 * source says (corpus README, `push_const_indexed`).
 */
function freedomsOf({ caches }: SceneRequest): Freedoms {
  return { ...defaultFreedoms(), primitivesPerWave: 1, caches: caches === 'stale' ? 1 : 0 };
}

function checkMemory({ memory }: Scenario, { scene }: SceneRequest, names: readonly string[]): void {
  for (const [name, words] of Object.entries(scene.memory)) {
    if (!names.includes(name)) throw unknownName('memory object', name, names);
    const { bytes } = memory.find((object) => object.name === name)!;
    if (words.length * 4 > bytes) {
      throw new UsageError(
        `Invalid scene: memory.${name} has ${words.length * 4} bytes; expected at most ${bytes}, its size`,
      );
    }
  }
}
