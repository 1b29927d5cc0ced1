import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Node loads this one lazily, and would keep the version it finds then.
const first = fs.mkdtempSync(join(tmpdir(), 'pops-copy-'));
fs.mkdirSync(join(first, 'a'));
fs.cpSync(join(first, 'a'), join(first, 'b'), { recursive: true });
fs.rmSync(first, { recursive: true });

/** Every way in which the program changes a disk. */
const WRITES = [
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
/** Writes that a death cuts in the middle. */
const CUT: readonly string[] = ['appendFileSync', 'writeFileSync', 'writeSync'];
const { O_WRONLY, O_RDWR, O_CREAT } = fs.constants;

type Call = (...args: unknown[]) => unknown;

/**
 * Leaves the disk as a process that dies in its n-th write: that one is cut, and later ones are missing. Returns the action's result;
 * undefined if it died.
 */
export function dyingAtWrite<T>(n: number, action: () => T): T | undefined {
  const disk = dyingDisk(n);
  try {
    return action();
  } catch (error) {
    return disk.diedBy(error);
  } finally {
    disk.restore();
  }
}

/** `dyingAtWrite` for an asynchronous action. */
export async function dyingAtWriteAsync<T>(n: number, action: () => Promise<T>): Promise<T | undefined> {
  const disk = dyingDisk(n);
  try {
    return await action();
  } catch (error) {
    return disk.diedBy(error);
  } finally {
    disk.restore();
  }
}

/** Replaces disk writes until `restore`; `diedBy` throws errors not caused by a dead write. */
function dyingDisk(n: number): {
  readonly diedBy: (error: unknown) => undefined;
  readonly restore: () => void;
} {
  const library = fs as unknown as Record<string, Call>;
  const real = new Map(WRITES.map((name) => [name, library[name]!]));
  let writes = 0;
  const replace = (name: (typeof WRITES)[number], call: Call): void => {
    library[name] = (...args) => {
      if (name === 'openSync' && !opensToWrite(args[1])) return call(...args);
      if (++writes < n) return call(...args);
      if (writes === n && CUT.includes(name)) call(args[0], halfOf(args[1]), ...args.slice(3));
      throw new Error('dead');
    };
  };
  for (const [name, call] of real) replace(name, call);
  syncBuiltinESMExports();
  return {
    diedBy: (error) => {
      if (writes < n) throw error;
      return undefined;
    },
    restore: () => {
      for (const [name, call] of real) library[name] = call;
      syncBuiltinESMExports();
    },
  };
}

function opensToWrite(flags: unknown): boolean {
  if (typeof flags === 'number') return (flags & (O_WRONLY | O_RDWR | O_CREAT)) !== 0;
  return flags !== undefined && flags !== 'r';
}

function halfOf(content: unknown): unknown {
  const bytes = typeof content === 'string' ? Buffer.from(content) : (content as Uint8Array);
  return bytes.subarray(0, bytes.length >> 1);
}
