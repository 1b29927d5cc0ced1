import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Node loads the implementation of `cpSync` on its first call, which is when it captures the `fs` functions.
const warmUpFolder = fs.mkdtempSync(join(tmpdir(), 'pops-copy-'));
fs.mkdirSync(join(warmUpFolder, 'a'));
fs.cpSync(join(warmUpFolder, 'a'), join(warmUpFolder, 'b'), { recursive: true });
fs.rmSync(warmUpFolder, { recursive: true });

/** Every function that the program uses to modify the disk. */
const WRITE_FUNCTIONS = [
  'appendFileSync',
  'cpSync',
  'linkSync',
  'mkdirSync',
  'openSync',
  'renameSync',
  'rmSync',
  'truncateSync',
  'writeFileSync',
  'writeSync',
] as const;
/** Functions whose write is truncated if the process dies during the call. */
const TRUNCATED_WRITES: readonly string[] = ['appendFileSync', 'writeFileSync', 'writeSync'];
const { O_WRONLY, O_RDWR, O_CREAT } = fs.constants;

type Call = (...args: unknown[]) => unknown;

/**
 * Runs an action and leaves the disk as if the process had died during its n-th write: half of that write and all
 * later ones are missing. Returns the action's result, or undefined if it died.
 */
export function dieAtWrite<T>(n: number, action: () => T): T | undefined {
  const disk = interceptWrites(n);
  try {
    return action();
  } catch (error) {
    return disk.ignoreDeath(error);
  } finally {
    disk.restore();
  }
}

/** Like `dieAtWrite`, for an asynchronous action. */
export async function dieAtWriteAsync<T>(n: number, action: () => Promise<T>): Promise<T | undefined> {
  const disk = interceptWrites(n);
  try {
    return await action();
  } catch (error) {
    return disk.ignoreDeath(error);
  } finally {
    disk.restore();
  }
}

/**
 * Intercepts the disk-writing functions until `restore` is called. `ignoreDeath` rethrows errors not caused by the
 * simulated death.
 */
function interceptWrites(n: number): {
  readonly ignoreDeath: (error: unknown) => undefined;
  readonly restore: () => void;
} {
  const fsModule = fs as unknown as Record<string, Call>;
  const originals = new Map(WRITE_FUNCTIONS.map((name) => [name, fsModule[name]!]));
  let writes = 0;
  const replace = (name: (typeof WRITE_FUNCTIONS)[number], call: Call): void => {
    fsModule[name] = (...args) => {
      if (name === 'openSync' && !isWriteMode(args[1])) return call(...args);
      if (++writes < n) return call(...args);
      if (writes === n && TRUNCATED_WRITES.includes(name))
        call(args[0], getFirstHalf(args[1]), ...args.slice(3));
      throw new Error('simulated death');
    };
  };
  for (const [name, call] of originals) replace(name, call);
  syncBuiltinESMExports();
  return {
    ignoreDeath: (error) => {
      if (writes < n) throw error;
      return undefined;
    },
    restore: () => {
      for (const [name, call] of originals) fsModule[name] = call;
      syncBuiltinESMExports();
    },
  };
}

function isWriteMode(flags: unknown): boolean {
  if (typeof flags === 'number') return (flags & (O_WRONLY | O_RDWR | O_CREAT)) !== 0;
  return flags !== undefined && flags !== 'r';
}

function getFirstHalf(content: unknown): unknown {
  const bytes = typeof content === 'string' ? Buffer.from(content) : (content as Uint8Array);
  return bytes.subarray(0, bytes.length >> 1);
}
