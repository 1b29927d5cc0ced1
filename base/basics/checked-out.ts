import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The checkout containing the package; none for a folder outside git. */
export interface CheckedOut {
  readonly commit: string | null;
  /** Whether anything differs from the commit. */
  readonly dirty: boolean | null;
  /** Hash of the changes to files that affect runs, sixteen hex digits; null without any. */
  readonly changes: string | null;
}

/** Files that affect no run. */
const WITHOUT_EFFECT = [
  'docs',
  'test',
  'bench',
  'examples',
  '.ci',
  '*.md',
  'data/proofs.json',
  'data/fault-prints.json',
];
/** Path arguments of git for all other files. */
const PATHS = ['--', '.', ...WITHOUT_EFFECT.map((place) => `:(exclude)${place}`)];
/** Names of new files that count: code and data. */
const CODE = /\.([mc]?[jt]s|json)$/;

/** The checkout of a folder. Two clones with the same changes to the same commit have equal ones. */
export function checkedOut(root: string): CheckedOut {
  try {
    const lines = git(root, ['status', '--porcelain=v2', '--branch']).trimEnd().split('\n');
    const oid = /^# branch\.oid (?<oid>[0-9a-f]+)$/;
    const commit = lines.map((line) => oid.exec(line)?.groups?.oid).find((found) => found !== undefined);
    const dirty = lines.some((line) => !line.startsWith('#'));
    return { commit: commit ?? null, dirty, changes: dirty && commit !== undefined ? changesIn(root) : null };
  } catch {
    return { commit: null, dirty: null, changes: null };
  }
}

/** Whether code and data affecting runs are the same as in a commit; false if unknown, as in an installed package. */
export function hasCodeOf(root: string, commit: string): boolean {
  try {
    git(root, ['diff', '--quiet', '--relative', commit, ...PATHS]);
    const added = names(git(root, ['ls-files', '--others', '--exclude-standard', '-z', ...PATHS]));
    return !added.some((file) => CODE.test(file));
  } catch {
    return false;
  }
}

function changesIn(root: string): string | null {
  const changed = names(
    git(root, ['diff', '--relative', '--name-only', '--no-renames', '-z', 'HEAD', ...PATHS]),
  );
  const added = names(git(root, ['ls-files', '--others', '--exclude-standard', '-z', ...PATHS]));
  const files = [...changed, ...added.filter((file) => CODE.test(file))].sort();
  if (files.length === 0) return null;
  const hash = createHash('sha256');
  for (const file of files) hash.update(JSON.stringify([file, digestOf(join(root, file))]));
  return hash.digest('hex').slice(0, 16);
}

/** Hash of a file's content; null if the file was deleted, or is not a regular file. */
function digestOf(file: string): string | null {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return null;
  }
}

function names(text: string): string[] {
  return text.split('\0').filter((name) => name !== '');
}

/** Runs git without the lock that refreshes its index, so that a run blocks no other git command and leaves no lock if killed. */
function git(root: string, args: readonly string[]): string {
  return execFileSync('git', ['--no-optional-locks', '-C', root, ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
}
