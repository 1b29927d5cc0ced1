import { codeMatchesCommit, findPackageRoot } from '../../base/basics/index.js';
import { type Proof, readProofs } from '../../failures/explore/index.js';
import { isCurrentVersion, readManifest } from '../../harness/records/index.js';
import { isRunDirectory, type RunReport } from '../../harness/run-directory/index.js';

/** The part of a run report that identifies the tested code. */
export type TestedCode = Partial<Pick<RunReport, 'request'>>;

/**
 * Returns the stored proofs that apply to the code tested by the given runs, i.e. those made with the same code.
 * Returns an empty list if a run injected faults or tested other code.
 */
export function findCurrentProofs(
  runs: readonly TestedCode[],
  proofs: readonly Proof[] = readProofs(),
  root = findPackageRoot(),
): readonly Proof[] {
  if (runs.some(testedOtherCode)) return [];
  const currentCommits = new Set(
    [...new Set(proofs.map(({ commit }) => commit))].filter((commit) => matchesCommit(root, commit)),
  );
  return proofs.filter(({ commit }) => currentCommits.has(commit));
}

/** Commits known to match this process's code, cached to avoid rerunning git. */
const confirmedCommits = new Set<string>();

function matchesCommit(root: string, commit: string | null): boolean {
  if (commit === null) return false;
  const isThisPackage = root === findPackageRoot();
  if (isThisPackage && confirmedCommits.has(commit)) return true;
  if (!codeMatchesCommit(root, commit)) return false;
  if (isThisPackage) confirmedCommits.add(commit);
  return true;
}

/** Returns whether a run injected faults or tested other code. */
function testedOtherCode({ request }: TestedCode): boolean {
  if (request === undefined) return false;
  const { overrides, outDir } = request;
  return overrides.faults.length > 0 || (isRunDirectory(outDir) && !isCurrentVersion(readManifest(outDir)));
}
