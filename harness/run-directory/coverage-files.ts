import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
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
import { formatOneLine, RUN_FILES, requirePlain } from '../basics/index.js';
import { readBounded } from '../input/index.js';
import { writeAtomic } from '../output/index.js';
import { readEvents } from './event-log.js';

/** The path of the merged coverage within a run directory. */
export const COVERAGE_FILE = join('coverage', 'coverage.msgpack');

const EXPECTED =
  'Expected a run directory or a file written by "coverage merge"; to regenerate the coverage file of a run, use "pops-tb report RUN"';

/**
 * Reads the coverage from a run directory or a coverage file. Throws `UsageError` if the path is neither, is corrupt or
 * does not match the run's log.
 */
export function readCoverage(path: string): CoverageData {
  let file = path;
  try {
    if (statSync(path).isDirectory()) {
      file = join(path, COVERAGE_FILE);
      requirePlain(dirname(file));
      requirePlain(file);
    }
    const bytes = readBounded('coverage', file);
    const expectedHash = file === path ? undefined : findLoggedHash(path);
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

/** Finds the coverage file's hash as logged by the last session; undefined if the run has since been resumed. */
function findLoggedHash(directory: string): string | undefined {
  const log = join(directory, RUN_FILES.log);
  if (!existsSync(log)) return undefined;
  const lastEvent = readEvents(log).findLast(({ event }) => event !== 'files');
  return lastEvent?.event === 'ended' ? lastEvent.coverageHash : undefined;
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
export function readMergedCoverage(paths: readonly string[]): CoverageData {
  let merged = createEmptyCoverage();
  for (const path of paths) {
    const data = readCoverage(path);
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
