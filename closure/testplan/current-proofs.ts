import { hasCodeOf, packageRoot } from '../../base/basics/index.js';
import { type Proof, readProofs } from '../../failures/explore/index.js';
import { isOfThisVersion, readManifest } from '../../harness/records/index.js';
import { isRunDirectory, type RunReport } from '../../harness/run-directory/index.js';

/** What a run says of the code that it tried. */
export type TriedCode = Partial<Pick<RunReport, 'request'>>;

/**
 * Stored proofs that hold for what these runs tried: made of the same code, without faults. A proof of another commit says nothing of
 * this one, so it is not shown at all.
 */
export function currentProofs(
  runs: readonly TriedCode[],
  proofs: readonly Proof[] = readProofs(),
  root = packageRoot(),
): readonly Proof[] {
  if (runs.some(isOther)) return [];
  const current = new Set(
    [...new Set(proofs.map(({ commit }) => commit))].filter((commit) => isOf(root, commit)),
  );
  return proofs.filter(({ commit }) => current.has(commit));
}

function isOf(root: string, commit: string | null): boolean {
  return commit !== null && hasCodeOf(root, commit);
}

/** Whether a run had a faulty build, or other code than this. */
function isOther({ request }: TriedCode): boolean {
  if (request === undefined) return false;
  const { overrides, outDir } = request;
  return overrides.faults.length > 0 || (isRunDirectory(outDir) && !isOfThisVersion(readManifest(outDir)));
}
