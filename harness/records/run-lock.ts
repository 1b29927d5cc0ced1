import { randomUUID } from 'node:crypto';
import {
  linkSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { parseJson, UsageError } from '../../transactions/index.js';
import {
  describeFileError,
  InfrastructureError,
  makeWriteError,
  RUN_FILES,
  requirePlain,
  runAfter,
} from '../basics/index.js';
import { readBounded } from '../input/index.js';

const holderSchema = z.object({
  host: z.string(),
  process: z.int().min(1),
  /** When the process started, according to the system. Used to detect process ID reuse. */
  begun: z.string(),
  /** Where its process ID is valid (`getProcessSpace`); absent from locks of earlier versions. */
  space: z.string().exactOptional(),
  /** Distinguishes the lock from every other; absent from locks of earlier versions. */
  token: z.string().exactOptional(),
});

/** The process that is writing to a run directory. */
type Holder = Readonly<z.infer<typeof holderSchema>>;

/** The locks that this process holds, and the timer that next shows that it is alive, by path. */
const held = new Map<string, { readonly content: string; timer: NodeJS.Timeout }>();
/** How often a holder touches its lock, in milliseconds. */
const BEAT_MS = 5000;
/** How long after its last touch a lock is stale if its process cannot be seen, in milliseconds. */
const STALE_MS = 60_000;

/**
 * Locks a run directory for this process and returns a function that releases the lock. Takes over locks left by
 * processes that died on this machine, and those of unseen processes (in other containers, or before the last boot)
 * untouched for a minute. Throws `UsageError` if another run is writing to the directory. Also throws if
 * the lock is not a regular file, since a dangling link can neither be read nor replaced.
 */
export function lockRunDirectory(directory: string): () => void {
  const file = join(directory, RUN_FILES.lock);
  const ownHolder = describeHolder(process.pid);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (createLock(file, ownHolder)) return () => releaseLock(file);
    const content = readLock(file);
    if (content === undefined) continue;
    const holder = parseHolder(content);
    if (holder !== undefined && isAlive(file, holder)) throw makeInUseError(directory, holder);
    moveStaleLock(file, content, ownHolder.token);
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
  const file = join(directory, RUN_FILES.lock);
  const content = readLock(file);
  const holder = content === undefined ? undefined : parseHolder(content);
  return holder !== undefined && isAlive(file, holder);
}

/** Whether a process that may still be alive, other than this one, is writing to a run directory. */
export function isWrittenByOther(directory: string): boolean {
  return !held.has(resolve(directory, RUN_FILES.lock)) && isBeingWritten(directory);
}

/**
 * Throws `InfrastructureError` if another process has taken over a lock that this one held, for example while its
 * container was paused. Does nothing if this process has not locked the directory.
 */
export function requireHeldLock(directory: string): void {
  const file = resolve(directory, RUN_FILES.lock);
  const own = held.get(file)?.content;
  if (own !== undefined && (readLock(file) ?? own) !== own)
    throw new InfrastructureError(`Cannot write to "${directory}": another run has taken it over`);
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

function releaseLock(file: string): void {
  const path = resolve(file);
  const own = held.get(path);
  clearTimeout(own?.timer);
  held.delete(path);
  if (readLock(file) === own?.content) removeLock(file);
}

/** Touches a held lock now and then. */
function keepTouching(path: string): NodeJS.Timeout {
  const timer = runAfter(BEAT_MS, () => {
    try {
      const now = Date.now() / 1000;
      utimesSync(path, now, now);
    } catch {
      // The run reports that its directory is gone or not writable when it next writes to it.
    }
    const own = held.get(path);
    if (own !== undefined) own.timer = keepTouching(path);
  });
  return timer.unref();
}

function makeInUseError(directory: string, { host, process }: Holder): UsageError {
  return new UsageError(
    `Another run is writing to "${directory}" (process ${process} on ${host}): wait for it, or delete its ${RUN_FILES.lock} if that process has exited`,
  );
}

/** Creates a lock; returns false if one already exists. Linking makes it appear atomically, with its full content. */
function createLock(file: string, ownHolder: Required<Holder>): boolean {
  const draft = `${file}.${ownHolder.token}`;
  const content = `${JSON.stringify(ownHolder)}\n`;
  const path = resolve(file);
  try {
    writeFileSync(draft, content, { flag: 'wx' });
    linkSync(draft, file);
    held.set(path, { content, timer: keepTouching(path) });
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
function moveStaleLock(file: string, content: string, token: string): void {
  const movedFile = `${file}.${token}`;
  try {
    renameSync(file, movedFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readLock(movedFile) === content) rmSync(movedFile, { force: true });
  else renameSync(movedFile, file);
}

function isAlive(file: string, { host, process: pid, begun, space }: Holder): boolean {
  if (host !== hostname()) return true;
  if (space !== undefined && space !== getProcessSpace()) {
    const touched = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    return touched !== undefined && Date.now() - touched < STALE_MS;
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const { state, startTime } = readStat(pid);
  return begun === startTime && !DEAD_STATES.includes(state);
}

function describeHolder(pid: number): Required<Holder> {
  const { startTime } = readStat(pid);
  return {
    host: hostname(),
    process: pid,
    begun: startTime,
    space: getProcessSpace(),
    token: randomUUID(),
  };
}

/**
 * Returns the boot of the system and the process namespace. Containers may share a host name, and a process is visible
 * only in its own. Empty on systems other than Linux.
 */
function getProcessSpace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
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
