import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getPackageVersion } from '../../base/basics/index.js';
import { readInput } from '../../base/input/index.js';
import { writeAtomic } from '../../base/output/index.js';
import { compileWithDriver, type DriverAnswer, type DriverTask, getCacheFolder } from './driver-process.js';
import type { ShaderDriver } from './shader-tools.js';

/** Increment this when the parsing of driver answers changes, to invalidate cached ones. */
const CACHE_VERSION = 1;

/** Returns the driver's answer to a task. Answers, but not verdicts, are cached by source, flags and driver. */
export function getAnswer(task: DriverTask): DriverAnswer {
  const key = computeAnswerKey(task);
  if (key === undefined) return compileWithDriver(task);
  const file = join(getCacheFolder(), `shader-${key}.json`);
  const cached = readCachedAnswer(file);
  if (cached !== undefined) return cached;
  const answer = compileWithDriver(task);
  const body = JSON.stringify(answer);
  writeAtomic(file, `${computeDigest(body)}\n${body}`);
  return answer;
}

/** Returns a hash of everything the answer depends on, or undefined if the driver's build cannot be identified. */
export function computeAnswerKey({
  file: _,
  fragment,
  vertex,
  driver,
  ...rest
}: DriverTask): string | undefined {
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

/** Reads a cached answer. Returns undefined if the file is missing or corrupt. */
function readCachedAnswer(file: string): DriverAnswer | undefined {
  if (!existsSync(file)) return undefined;
  const [checksum = '', body = ''] = new TextDecoder().decode(readInput('program', file)).split('\n', 2);
  return computeDigest(body) === checksum ? (JSON.parse(body) as DriverAnswer) : undefined;
}

function computeDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
