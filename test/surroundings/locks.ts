import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { lockRunDirectory } from '../../harness/records/run-lock.js';
import { runCli } from '../cli/support/run-cli.js';
import { until } from '../support/until.js';
import type { Fault } from './fault.js';
import { expectResult, getFolder, getLastLine, run, runAndInterrupt } from './support/commands.js';

const getLinuxSkipReason = (): string | undefined =>
  process.platform === 'linux' ? undefined : 'only Linux exposes the state of a process (/proc)';

/** Creates a directory that contains only the given lock. Returns its path. */
function createLockedDirectory(name: string, lock: object | string): string {
  const directory = join(getFolder(), name);
  mkdirSync(directory);
  writeFileSync(join(directory, 'run.lock'), typeof lock === 'string' ? lock : JSON.stringify(lock));
  return directory;
}

/** Reads a process's state and start time from `/proc`. */
function readStat(pid: number): { state: string; startTime: string } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0]!, startTime: fields[19]! };
}

const TAKEN_OVER = 'the lock is taken over';

/** Problems with run-directory locks. */
export const LOCK_FAULTS: readonly Fault[] = [
  {
    fault: 'a second run in the same directory',
    promise: 'the second exits with 2; the first continues',
    test: async () => {
      let second: ReturnType<typeof runCli> | undefined;
      const first = await runAndInterrupt('shared', (kill) => {
        kill('SIGSTOP');
        second = runCli(['run', '--resume', 'shared'], getFolder()).finally(() => kill('SIGCONT'));
      });
      const rejected = await second!;
      expect([rejected.code, getLastLine(rejected)]).toEqual([
        2,
        expect.stringMatching(/^Another run is writing to "shared"/),
      ]);
      expect(first.code).toBe(0);
      await expectResult('shared', first.stdout);
    },
  },
  {
    fault: 'the writer died, and another process reused its PID',
    promise: TAKEN_OVER,
    reasonToSkip: getLinuxSkipReason,
    test: async () => {
      const staleLock = { host: hostname(), process: process.pid, begun: '1' };
      lockRunDirectory(createLockedDirectory('reused', staleLock))();
    },
  },
  {
    fault: 'the writer died and is a zombie',
    promise: TAKEN_OVER,
    reasonToSkip: getLinuxSkipReason,
    test: async () => {
      // The child must not exit until the shell has become a program that does not reap children.
      const parent = spawn('/bin/sh', ['-c', 'head -c 1 <&3 & echo $!; exec cat 3<&-'], {
        stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
      });
      try {
        const pid = Number(await new Promise((resolve) => parent.stdout!.once('data', resolve)));
        await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'cat\n');
        (parent.stdio[3] as Writable).end();
        const start = await waitForZombie(pid);
        lockRunDirectory(createLockedDirectory('zombie', { host: hostname(), process: pid, begun: start }))();
      } finally {
        parent.kill();
      }
    },
  },
  {
    fault: 'a truncated or empty lock',
    promise: TAKEN_OVER,
    test: async () => lockRunDirectory(createLockedDirectory('truncated', '{"host":'))(),
  },
  {
    fault: 'a lock held by another machine on a shared disk',
    promise: 'exits with 2; the message explains how to continue without that machine',
    test: async () => {
      createLockedDirectory('elsewhere', { host: `not-${hostname()}`, process: 1, begun: '1' });
      const rejected = await run('elsewhere');
      expect([rejected.code, getLastLine(rejected)]).toEqual([
        2,
        expect.stringMatching(
          /^Another run is writing to "elsewhere" \(process 1 on not-.*delete its run\.lock if that process has exited$/,
        ),
      ]);
    },
  },
];

/** Waits until a process is a zombie, then returns its start time. */
async function waitForZombie(pid: number): Promise<string> {
  return until(() => {
    const { state, startTime } = readStat(pid);
    return state === 'Z' && startTime;
  });
}
