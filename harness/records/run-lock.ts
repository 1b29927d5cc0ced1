import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson, UsageError } from '../../transactions/index.js';
import { describeFileError, makeWriteError, RUN_FILES, requirePlain } from '../basics/index.js';
import { readBounded } from '../input/index.js';

const holderSchema = z.object({
  host: z.string(),
  process: z.int().min(1),
  /** When the process started, according to the system. Used to detect process ID reuse. */
  begun: z.string(),
});

/** The process that is writing to a run directory. */
type Holder = Readonly<z.infer<typeof holderSchema>>;

/**
 * Locks a run directory for this process and returns a function that releases the lock. Takes over locks left by
 * processes that died on this machine. Throws `UsageError` if another run is writing to the directory. Also throws if
 * the lock is not a regular file, since a dangling link can neither be read nor replaced.
 */
export function lockRunDirectory(directory: string): () => void {
  const file = join(directory, RUN_FILES.lock);
  const ownHolder = describeHolder(process.pid);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (createLock(file, ownHolder)) return () => removeLock(file);
    const content = readLock(file);
    if (content === undefined) continue;
    const holder = parseHolder(content);
    if (holder !== undefined && isAlive(holder)) throw makeInUseError(directory, holder);
    moveStaleLock(file, content, ownHolder.process);
  }
  throw new UsageError(
    `Cannot lock "${directory}": its ${RUN_FILES.lock} appeared and disappeared ${MAX_ATTEMPTS} times; another process is changing the directory`,
  );
}

/**
 * The maximum number of attempts. Other processes may take over or release a lock in between, but not repeatedly.
 */
const MAX_ATTEMPTS = 100;

/** Whether a process that may still be alive is writing to a run directory. */
export function isBeingWritten(directory: string): boolean {
  const content = readLock(join(directory, RUN_FILES.lock));
  const holder = content === undefined ? undefined : parseHolder(content);
  return holder !== undefined && isAlive(holder);
}

/**
 * Removes a lock. Never throws, since failing to remove the lock must not mask the run's own error; the next
 * run will take over the lock once this process has exited.
 */
function removeLock(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The disk isn't writable, which has already been reported.
  }
}

function makeInUseError(directory: string, { host, process }: Holder): UsageError {
  return new UsageError(
    `Another run is writing to "${directory}" (process ${process} on ${host}): wait for it, or delete its ${RUN_FILES.lock} if that process has exited`,
  );
}

/** Creates a lock; returns false if one already exists. Linking makes it appear atomically, with its full content. */
function createLock(file: string, ownHolder: Holder): boolean {
  const draft = `${file}.${ownHolder.process}`;
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, `${JSON.stringify(ownHolder)}\n`, { flag: 'wx' });
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw makeWriteError(error, `Cannot write "${file}": ${describeFileError(error)}`);
  } finally {
    removeLock(draft);
  }
}

function readLock(file: string): string | undefined {
  requirePlain(file);
  try {
    return readBounded('small', file).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Parses the holder of a lock; undefined if the lock is malformed, for example after a power failure. Such locks are
 * ignored.
 */
function parseHolder(text: string): Holder | undefined {
  try {
    return holderSchema.safeParse(parseJson(Buffer.from(text))).data;
  } catch {
    return undefined;
  }
}

/** Moves a stale lock aside, but restores it if another process has meanwhile replaced it with a new one. */
function moveStaleLock(file: string, content: string, pid: number): void {
  const movedFile = `${file}.${pid}`;
  try {
    renameSync(file, movedFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readLock(movedFile) === content) rmSync(movedFile, { force: true });
  else renameSync(movedFile, file);
}

function isAlive({ host, process: pid, begun }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const { state, startTime } = readStat(pid);
  return begun === startTime && !DEAD_STATES.includes(state);
}

function describeHolder(pid: number): Holder {
  return { host: hostname(), process: pid, begun: readStat(pid).startTime };
}

/** The states of processes that have exited but have not been reaped by their parents (possibly never). */
const DEAD_STATES: readonly string[] = ['Z', 'X', 'x'];

/**
 * Reads a process's state and start time in clock ticks (fields 3 and 22 of Linux's /proc/PID/stat); empty on other
 * systems.
 */
function readStat(pid: number): { readonly state: string; readonly startTime: string } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', startTime: fields[19] ?? '' };
  } catch {
    return { state: '', startTime: '' };
  }
}
