import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getPackageVersion } from '../../harness/basics/index.js';
import { readInput } from '../../harness/input/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { compileWithDriver, type DriverOutput, type DriverTask, getCacheFolder } from './driver-process.js';
import type { ShaderDriver } from './shader-tools.js';

/** Increment this when driver output is parsed differently, to invalidate the cache. */
const CACHE_VERSION = 1;

/**
 * Returns the driver's output for a task. Driver output is cached, keyed by source, flags and driver; verdicts
 * are not cached.
 */
export function getDriverOutput(task: DriverTask): DriverOutput {
  const key = computeCacheKey(task);
  if (key === undefined) return compileWithDriver(task);
  const file = join(getCacheFolder(), `shader-${key}.json`);
  const cached = readCachedOutput(file);
  if (cached !== undefined) return cached;
  const output = compileWithDriver(task);
  const body = JSON.stringify(output);
  writeAtomic(file, `${computeDigest(body)}\n${body}`);
  return output;
}

/** Returns a hash of everything the output depends on, or undefined if the driver's build cannot be identified. */
function computeCacheKey({ file: _, fragment, vertex, driver, ...rest }: DriverTask): string | undefined {
  const identity = identifyDriver(driver);
  if (identity === undefined) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([CACHE_VERSION, getPackageVersion(), rest, identity]))
    .update(vertex)
    .update(fragment)
    .digest('hex')
    .slice(0, 32);
}

function identifyDriver({ icd, library }: ShaderDriver): unknown {
  if (library === undefined) return undefined;
  return [icd, library].map((file) => {
    const { size, mtimeMs, ino } = statSync(file);
    return [file, size, mtimeMs, ino];
  });
}

/** Reads cached output. Returns undefined if the file is missing or corrupt. */
function readCachedOutput(file: string): DriverOutput | undefined {
  if (!existsSync(file)) return undefined;
  const [checksum = '', body = ''] = new TextDecoder().decode(readInput('program', file)).split('\n', 2);
  return computeDigest(body) === checksum ? (JSON.parse(body) as DriverOutput) : undefined;
}

function computeDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
