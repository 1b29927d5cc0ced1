import { hasCodeOf, packageRoot } from '../../base/basics/index.js';
import { type Proof, readProofs } from '../../failures/explore/index.js';
import { isThisVersion, readManifest } from '../../harness/records/index.js';
import { isRunDirectory, type RunReport } from '../../harness/run-directory/index.js';

/** How a run describes the code it tested. */
export type TriedCode = Partial<Pick<RunReport, 'request'>>;

/**
 * The stored proofs that are valid for the code of these runs: those made with the same code, provided that the runs had no
 * faults. A proof for other code says nothing about this code, so it is left out.
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

/** The commits that are known to have the code of this process, so that git need not be asked again. */
const confirmedCommits = new Set<string>();

function isFromCommit(root: string, commit: string | null): boolean {
  if (commit === null) return false;
  const isThisPackage = root === packageRoot();
  if (isThisPackage && confirmedCommits.has(commit)) return true;
  if (!hasCodeOf(root, commit)) return false;
  if (isThisPackage) confirmedCommits.add(commit);
  return true;
}

/** Whether a run had injected faults or tested different code. */
function hasOtherCode({ request }: TriedCode): boolean {
  if (request === undefined) return false;
  const { overrides, outDir } = request;
  return overrides.faults.length > 0 || (isRunDirectory(outDir) && !isThisVersion(readManifest(outDir)));
}
