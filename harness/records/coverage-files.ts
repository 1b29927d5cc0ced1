import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { encode } from '@msgpack/msgpack';
import {
  CoverageConflict,
  type CoverageData,
  createEmptyCoverage,
  mergeCoverage,
  packCoverage,
  unpackCoverage,
} from '../../coverage/index.js';
import { decodeMessagePack, UsageError } from '../../transactions/index.js';
import { formatOneLine, requirePlain } from '../basics/index.js';
import { readBounded } from '../input/index.js';
import { writeAtomic } from '../output/index.js';

/** The path of the merged coverage within a run directory. */
export const COVERAGE_FILE = join('coverage', 'coverage.msgpack');

/** Looks up the hash of a run directory's coverage file in the run's log; undefined if it is missing. */
type LoggedHash = (directory: string) => string | undefined;

const EXPECTED =
  'Expected a run directory or a file written by "coverage merge"; to regenerate the coverage file of a run, use "pops-tb report RUN"';

/**
 * Reads the coverage from a run directory or a coverage file. Throws `UsageError` if the path is neither or is corrupt.
 */
export function readCoverage(path: string, loggedHash: LoggedHash = () => undefined): CoverageData {
  let file = path;
  try {
    if (statSync(path).isDirectory()) {
      file = join(path, COVERAGE_FILE);
      requirePlain(dirname(file));
      requirePlain(file);
    }
    const bytes = readBounded('coverage', file);
    const expectedHash = file === path ? undefined : loggedHash(path);
    if (expectedHash !== undefined && expectedHash !== sha256(bytes))
      throw new Error('corrupt or modified: its hash does not match the log');
    return decodeCoverage(bytes);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const isFound = (error as NodeJS.ErrnoException).code === undefined;
    throw new UsageError(
      `No coverage in "${file}": ${isFound ? `${formatOneLine(error)}. ${EXPECTED}` : formatOneLine(error)}`,
    );
  }
}

/** The first bytes of every coverage file in MessagePack: a map with two entries, the first of which is `format`. */
const MAGIC = Buffer.from('\x82\xa6format', 'latin1');

/** Decodes a coverage file. Reports corrupt files separately from files of the wrong type or version. */
function decodeCoverage(bytes: Buffer): CoverageData {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error('not a coverage file');
  return unpackCoverage(decodeFile(bytes));
}

function decodeFile(bytes: Buffer): unknown {
  try {
    return decodeMessagePack(bytes);
  } catch (error) {
    throw new Error(`corrupt: ${formatOneLine(error)}`);
  }
}

/** Merges the coverage from several paths, loading one at a time. Throws `UsageError` if they conflict. */
export function readMergedCoverage(paths: readonly string[], loggedHash?: LoggedHash): CoverageData {
  let merged = createEmptyCoverage();
  for (const path of paths) {
    const data = readCoverage(path, loggedHash);
    try {
      merged = mergeCoverage(merged, data);
    } catch (error) {
      if (error instanceof CoverageConflict) throw new UsageError(`"${path}": ${error.message}`);
      throw error;
    }
  }
  return merged;
}

/**
 * Writes a coverage file and returns its hash. Throws `UsageError` or `InfrastructureError` if it cannot be written.
 */
export function writeCoverage(file: string, data: CoverageData): string {
  const bytes = encode(packCoverage(data));
  writeAtomic(file, bytes);
  return sha256(bytes);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
