import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageVersion } from '../../base/basics/index.js';
import { readInput } from '../../base/input/index.js';
import { writeWhole } from '../../base/output/index.js';
import { askDriver, cacheFolder, type DriverAnswer, type DriverTask } from './driver-process.js';
import type { ShaderDriver } from './shader-tools.js';

/** Raised where an answer is read from the driver in another way: what was kept is then not used. */
const FORMAT = 1;

/** The driver's answer to a task, kept for the next time by source, flags and driver; verdicts are not kept. */
export function answerOf(task: DriverTask): DriverAnswer {
  const key = answerKey(task);
  if (key === undefined) return askDriver(task);
  const file = join(cacheFolder(), `shader-${key}.json`);
  const kept = readKept(file);
  if (kept !== undefined) return kept;
  const answer = askDriver(task);
  const body = JSON.stringify(answer);
  writeWhole(file, `${digest(body)}\n${body}`);
  return answer;
}

/** What the answer depends on, in one word; undefined for a driver that cannot be told from a later build of it. */
export function answerKey({ file: _, fragment, vertex, driver, ...rest }: DriverTask): string | undefined {
  const identity = driverIdentity(driver);
  if (identity === undefined) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([FORMAT, packageVersion(), rest, identity]))
    .update(vertex)
    .update(fragment)
    .digest('hex')
    .slice(0, 32);
}

function driverIdentity({ icd, library }: ShaderDriver): unknown {
  if (library === undefined) return undefined;
  return [icd, library].map((file) => {
    const { size, mtimeMs, ino } = statSync(file);
    return [file, size, mtimeMs, ino];
  });
}

/** What a file keeps; undefined without one, and for one that is not as it was written. */
function readKept(file: string): DriverAnswer | undefined {
  if (!existsSync(file)) return undefined;
  const [sum = '', body = ''] = new TextDecoder().decode(readInput('program', file)).split('\n', 2);
  return digest(body) === sum ? (JSON.parse(body) as DriverAnswer) : undefined;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
