import { getSceneName, type SmallScene } from './compared-scenes.js';
import { explore } from './explore.js';
import {
  isOfThisCode,
  makeProof,
  PROOF_FILE,
  PROOF_SCENES,
  type Proof,
  readProofs,
  writeProofs,
} from './proofs.js';
import { sceneToScenario } from './scene-to-explore.js';

/** Limits on the search of a list of scenes. */
interface ProveOptions {
  /** Returns the milliseconds for the next scene. The search ends at 0. */
  readonly getMs: () => number;
  readonly signal: AbortSignal;
}

/** Searches every order of events in each scene, one after the other, until time is up or the signal is aborted. */
export async function* proveScenes(
  scenes: readonly SmallScene[],
  { getMs, signal }: ProveOptions,
): AsyncGenerator<Proof> {
  for (const scene of scenes) {
    const ms = getMs();
    if (ms <= 0 || signal.aborted) return;
    const explored = await explore(sceneToScenario(scene), { ms, signal });
    if (!signal.aborted) yield makeProof(scene, explored);
  }
}

/** The shortest search worth beginning in a nightly run, in milliseconds. */
const MIN_SCENE_MS = 1000;

/** Limits on the searches of a nightly run. */
interface NightOptions {
  readonly budgetMs: number;
  readonly signal: AbortSignal;
  /** Called before the first search, with the number of scenes and the time for them in milliseconds. */
  readonly onStart?: (count: number, ms: number) => void;
  /** The file of results; by default, that of the current folder. */
  readonly file?: string;
}

/**
 * Searches the scenes of `PROOF_SCENES` that have no complete result for this code, those with the oldest results
 * first. Stores each result unless an earlier one is complete and this one found nothing. Returns the new results.
 * Throws `UsageError` if the file cannot be read.
 */
export async function proveDueScenes({
  budgetMs,
  signal,
  onStart,
  file = PROOF_FILE,
}: NightOptions): Promise<readonly Proof[]> {
  const end = performance.now() + budgetMs;
  const stored = new Map(readProofs(file).map((proof) => [proof.scene, proof]));
  const getStored = (scene: SmallScene): Proof | undefined => stored.get(getSceneName(scene));
  const getDate = (scene: SmallScene): string => getStored(scene)?.date ?? '';
  const due = PROOF_SCENES.filter((scene) => {
    const proof = getStored(scene);
    return proof?.complete !== true || !isOfThisCode(proof);
  }).sort((a, b) => getDate(a).localeCompare(getDate(b)));
  const getMs = (): number => {
    const left = end - performance.now();
    return left < MIN_SCENE_MS ? 0 : left;
  };
  if (due.length > 0 && getMs() > 0) onStart?.(due.length, budgetMs);
  const made: Proof[] = [];
  for await (const proof of proveScenes(due, { getMs, signal })) {
    made.push(proof);
    const isWeaker =
      !proof.complete && proof.findings.length === 0 && stored.get(proof.scene)?.complete === true;
    if (!isWeaker) stored.set(proof.scene, proof);
  }
  if (made.length > 0) writeProofs([...stored.values()], file);
  return made;
}
