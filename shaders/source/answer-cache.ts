import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getPackageVersion } from '../../base/basics/index.js';
import { readInput } from '../../base/input/index.js';
import { writeWhole } from '../../base/output/index.js';
import { askDriver, type DriverAnswer, type DriverTask, getCacheFolder } from './driver-process.js';
import type { ShaderDriver } from './shader-tools.js';

/** Bump when the parsing of driver answers changes, to invalidate stored ones. */
const FORMAT = 1;

/** Returns the driver's answer to a task, cached by source, flags and driver. Verdicts are not cached. */
export function getAnswer(task: DriverTask): DriverAnswer {
  const key = computeAnswerKey(task);
  if (key === undefined) return askDriver(task);
  const file = join(getCacheFolder(), `shader-${key}.json`);
  const stored = readStored(file);
  if (stored !== undefined) return stored;
  const answer = askDriver(task);
  const body = JSON.stringify(answer);
  writeWhole(file, `${computeDigest(body)}\n${body}`);
  return answer;
}

/** Hashes what the answer depends on. Returns undefined if the driver cannot be distinguished from later builds. */
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
    .update(JSON.stringify([FORMAT, getPackageVersion(), rest, identity]))
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

/** Returns the answer stored in a file, or undefined if it is missing or corrupt. */
function readStored(file: string): DriverAnswer | undefined {
  if (!existsSync(file)) return undefined;
  const [checksum = '', body = ''] = new TextDecoder().decode(readInput('program', file)).split('\n', 2);
  return computeDigest(body) === checksum ? (JSON.parse(body) as DriverAnswer) : undefined;
}

function computeDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
