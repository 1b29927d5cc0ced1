import { getCommitQuarter, getQuarter } from './select-tests.js';

/** A commit that has landed, and so has passed `.ci/run`. */
export interface Landing {
  readonly hash: string;
  /** Whether it ran all tests, not only its quarter. */
  readonly ranAll: boolean;
}

/** Parses the list of landings: a commit a line, oldest first, followed by `all` if it ran all tests. */
export function parseLandings(text: string): readonly Landing[] {
  const lines = text.split('\n').filter((line) => /^[0-9a-f]{7,}/.test(line));
  return lines.map((line) => ({ hash: line.split(' ')[0]!, ranAll: line.endsWith(' all') }));
}

/** Returns the last landing that certainly ran a test file, or undefined if none did. */
export function findLastRun(landings: readonly Landing[], file: string): Landing | undefined {
  return landings.findLast(({ hash, ranAll }) => ranAll || getCommitQuarter(hash) === getQuarter(file));
}
