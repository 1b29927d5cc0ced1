import { hasCodeOf, packageRoot } from '../../base/basics/index.js';
import { type Proof, readProofs } from '../../failures/explore/index.js';
import { isThisVersion, readManifest } from '../../harness/records/index.js';
import { isRunDirectory, type RunReport } from '../../harness/run-directory/index.js';

/** A run's description of the code it tested. */
export type TriedCode = Partial<Pick<RunReport, 'request'>>;

/**
 * Stored proofs that are valid for the code of these runs: those made from the same code, if the runs had no faults. A proof from
 * other code says nothing about this one, so it is left out.
 */
export function currentProofs(
  runs: readonly TriedCode[],
  proofs: readonly Proof[] = readProofs(),
  root = packageRoot(),
): readonly Proof[] {
  if (runs.some(hasOtherCode)) return [];
  const current = new Set(
    [...new Set(proofs.map(({ commit }) => commit))].filter((commit) => isFromCommit(root, commit)),
  );
  return proofs.filter(({ commit }) => current.has(commit));
}

/** Whether each commit has the code of this process: git is asked once. */
const hasCodeOfCommit = new Map<string, boolean>();

function isFromCommit(root: string, commit: string | null): boolean {
  if (commit === null) return false;
  if (root !== packageRoot()) return hasCodeOf(root, commit);
  const known = hasCodeOfCommit.get(commit) ?? hasCodeOf(root, commit);
  hasCodeOfCommit.set(commit, known);
  return known;
}

/** Whether a run had injected faults, or other code than this. */
function hasOtherCode({ request }: TriedCode): boolean {
  if (request === undefined) return false;
  const { overrides, outDir } = request;
  return overrides.faults.length > 0 || (isRunDirectory(outDir) && !isThisVersion(readManifest(outDir)));
}
