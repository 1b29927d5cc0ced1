import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The state of the checkout that contains the package. All fields are null outside git. */
export interface GitCheckout {
  readonly commit: string | null;
  /** Whether the working tree differs from the commit. */
  readonly dirty: boolean | null;
  /** A hash of the changes to files that affect runs, as sixteen hex digits; null if there are none. */
  readonly changes: string | null;
}

/** Paths that do not affect runs. */
const IRRELEVANT_PATHS = ['docs', 'test', 'tools/bench', '.ci', '*.md'];
/** Arguments that limit git to the remaining files. */
const PATHSPEC = ['--', '.', ...IRRELEVANT_PATHS.map((path) => `:(exclude)${path}`)];
/** Code and data files. An untracked file counts as a change only if its name matches and its top folder is tracked. */
const CODE_FILE = /\.([mc]?[jt]s|json)$/;

/** Describes a package's checkout, if its repository contains it. Two clones with the same changes to the same commit get the same description. */
export function readGitCheckout(root: string): GitCheckout {
  try {
    // A package that is installed in a project's repository is not part of it.
    git(root, ['ls-files', '--error-unmatch', 'package.json']);
    const lines = git(root, ['status', '--porcelain=v2', '--branch']).trimEnd().split('\n');
    const oid = /^# branch\.oid (?<oid>[0-9a-f]+)$/;
    const commit = lines.map((line) => oid.exec(line)?.groups?.oid).find((found) => found !== undefined);
    const dirty = lines.some((line) => !line.startsWith('#'));
    return {
      commit: commit ?? null,
      dirty,
      changes: dirty && commit !== undefined ? hashChanges(root) : null,
    };
  } catch {
    return { commit: null, dirty: null, changes: null };
  }
}

function hashChanges(root: string): string | null {
  const changed = splitNames(
    git(root, ['diff', '--relative', '--name-only', '--no-renames', '-z', 'HEAD', ...PATHSPEC]),
  );
  const added = splitNames(git(root, ['ls-files', '--others', '--exclude-standard', '-z', ...PATHSPEC]));
  const folders = splitNames(git(root, ['ls-tree', '-d', '--name-only', '-z', 'HEAD']));
  // Suites and configurations, which users may keep here, have hashes of their own.
  const isCode = (file: string): boolean => CODE_FILE.test(file) && folders.includes(file.split('/')[0]!);
  const files = [...changed, ...added.filter(isCode)].sort();
  if (files.length === 0) return null;
  const hash = createHash('sha256');
  for (const file of files) hash.update(JSON.stringify([file, hashFile(join(root, file))]));
  return hash.digest('hex').slice(0, 16);
}

/** Returns the hash of a file's contents, or null if the file was deleted or is not a regular file. */
function hashFile(file: string): string | null {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return null;
  }
}

function splitNames(text: string): string[] {
  return text.split('\0').filter((name) => name !== '');
}

/**
 * Runs git without letting it lock and refresh its index, so a run never blocks other git commands or leaves a
 * stale lock behind when killed.
 */
function git(root: string, args: readonly string[]): string {
  return execFileSync('git', ['--no-optional-locks', '-C', root, ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
}
