import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/index.js';

const MAIN = join(findPackageRoot(), 'dist', 'cli', 'main.js');
/** Fields of a run's report that differ between runs of the same tests: ids, workers, times, memory and sessions. */
export const VARYING_FIELDS: readonly string[] = [
  'runId',
  'outDir',
  'workers',
  'seconds',
  'testsPerSecond',
  'wavesPerSecond',
  'coordinatorMsPerTest',
  'memory',
  'resumed',
];

/** Runs a command and returns its standard output. Throws if it fails for reasons other than failing tests. */
export async function runToCompletion(args: readonly string[]): Promise<string> {
  const { code, output } = await runCommand(args);
  if (code !== 0 && code !== 1) throw new Error(`pops-tb ${args.join(' ')} exited with code ${code}`);
  return output;
}

/** Runs a command and kills it after `milliseconds`. Returns false if it exits before that. */
export async function runAndKill(args: readonly string[], milliseconds: number): Promise<boolean> {
  return (await runCommand(args, milliseconds)).code === null;
}

/** Returns a digest of a run's report, coverage and stored failures. */
export function digestRun(output: string, directory: string): string {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(JSON.parse(output) as object)) {
    if (!VARYING_FIELDS.includes(name)) hash.update(`${name} ${JSON.stringify(value)}\n`);
  }
  // The other coverage files are generated from this one, and some of them contain times.
  hash.update(readFileSync(join(directory, 'coverage', 'coverage.msgpack')));
  for (const path of listFiles(join(directory, 'failures'))) {
    hash.update(path.slice(directory.length)).update(readFileSync(path));
  }
  return hash.digest('hex');
}

function runCommand(
  args: readonly string[],
  milliseconds?: number,
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args, '--json'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const timer =
      milliseconds === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), milliseconds);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
