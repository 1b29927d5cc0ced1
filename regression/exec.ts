import { CHIP_NAMES, type ChipName, chipOf, isChipName } from '../arch/index.js';
import { type Corpus, type CorpusRecord, sceneObjects, sceneScenario } from '../stimulus/index.js';
import type { Freedoms, Scenario, Violation } from '../transactions/index.js';
import { defaultFreedoms, UsageError } from '../transactions/index.js';
import { readCorpusFile } from './corpus-files.js';
import { UNCHECKED } from './finding.js';
import { nearestName, unknownName } from './nearest-name.js';
import { runScenarioTest } from './run-test.js';
import { readScene, type SceneRequest } from './scene-files.js';

/** One program on one scene. */
export interface ExecRequest {
  /** A corpus file. */
  readonly file: string;
  /** Id of one of its records. */
  readonly record: string;
  /** A scene file. */
  readonly scene: string;
  /** Where descriptors come from. */
  readonly corpus: Corpus;
}

/** What a program made of a scene. */
export interface ExecResult {
  readonly scenario: Scenario;
  /** `inconclusive`: a budget ended the run. */
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  readonly violations: readonly Violation[];
  /** Final bytes of every object that the program's descriptors name, and of the buffer `addr` where it is used. */
  readonly memory: ReadonlyMap<string, Uint8Array>;
}

/**
 * Runs one program of a corpus file on a scene under all scoreboards. Throws `UsageError` in one line for files that
 * cannot be used or do not fit each other.
 */
export function execScene({ file, record: id, scene: sceneFile, corpus }: ExecRequest): ExecResult {
  const record = findRecord(file, id);
  checkChip(record);
  const request = readScene(sceneFile);
  const scenario = sceneScenario(record, request.scene, corpus, {
    freedoms: freedomsOf(request),
    schedule: { strategy: 'random', seed: request.seed },
  });
  const objects = sceneObjects(record, corpus);
  checkMemory(scenario, request, objects);
  return run(scenario, objects);
}

function findRecord(file: string, id: string): CorpusRecord {
  const records = readCorpusFile(file);
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

function run(scenario: Scenario, objects: readonly string[]): ExecResult {
  const memory = new Map<string, Uint8Array>();
  const { verdict, finding } = runScenarioTest(scenario, {
    sink: (transaction) => {
      if (transaction.kind !== 'memory-dumped' || !objects.includes(transaction.object)) return;
      memory.set(transaction.object, new Uint8Array(transaction.words.slice().buffer));
    },
  });
  // A program from outside may keep a rule from its data, such as an argument that no scene gives.
  const passed = finding === undefined || finding.rule === UNCHECKED;
  const outcome = finding?.outcome === 'inconclusive' ? 'inconclusive' : 'fail';
  return {
    scenario,
    verdict: passed ? 'pass' : outcome,
    violations: verdict.violations,
    memory,
  };
}

/**
 * A wave holds quads of one primitive, so that a program which reads one lane's value for all of them gives what its
 * source says (corpus README, `push_const_indexed`).
 */
function freedomsOf({ caches }: SceneRequest): Freedoms {
  return { ...defaultFreedoms(), primitivesPerWave: 1, caches: caches === 'stale' ? 1 : 0 };
}

function checkChip(record: CorpusRecord): void {
  const { id, chip, gfx, wave } = record;
  if (!isChipName(chip)) throw unknownName('chip', chip, CHIP_NAMES);
  const known = chipOf(chip as ChipName);
  if (known.gfx !== gfx)
    throw new UsageError(`Invalid record ${id}: its gfx is ${gfx}; expected ${known.gfx}, which ${chip} is`);
  if (!known.waveSizes.includes(wave))
    throw new UsageError(
      `Invalid record ${id}: its wave is ${wave}; expected ${known.waveSizes.join(' or ')}`,
    );
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
