import { type ChildProcess, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { packageRoot } from '../../base/basics/package-root.js';
import { ENGINE } from '../cli/support/run-cli.js';
import { hasTool } from '../support/external-tool.js';
import { RedisServer } from '../support/redis-server.js';
import { pause } from '../support/until.js';
import type { Fault } from './fault.js';
import {
  COUNT,
  disturb,
  expectResult,
  expectResumed,
  folder,
  killAndWait,
  MAIN,
  startReady,
  TESTS,
} from './support/commands.js';

const READY = /^Waiting for tests/m;
const LOSES_NOTHING = 'its tests run again; same results';
const PASSWORD = 'between-two-machines';

const redisSkipReason = (): string | undefined =>
  hasTool('redis-server', 'redis-server') ? undefined : 'apt-get install -y redis-server';

function namespaceSkipReason(): string | undefined {
  if (redisSkipReason() !== undefined) return redisSkipReason();
  if (!hasTool('ip', 'iproute2')) return 'apt-get install -y iproute2';
  try {
    execFileSync('ip', ['netns', 'add', 'pops-tb-probe'], { stdio: 'ignore' });
    execFileSync('ip', ['netns', 'exec', 'pops-tb-probe', 'true'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'this machine has no network namespaces for its user: run the tests as root';
  } finally {
    try {
      execFileSync('ip', ['netns', 'delete', 'pops-tb-probe'], { stdio: 'ignore' });
    } catch {
      // The network namespace was not created.
    }
  }
}

/** Runs `act` with a Redis server, then kills the server and every process that `act` started. */
async function withQueue(
  name: string,
  act: (
    server: RedisServer,
    start: (command: readonly string[], ready?: RegExp) => Promise<ChildProcess>,
  ) => Promise<void>,
): Promise<void> {
  const server = await RedisServer.start(join(folder(), `${name}-redis`), { password: PASSWORD });
  const children: ChildProcess[] = [];
  try {
    await act(server, async (command, ready = READY) => {
      const child = await startReady(command, ready);
      children.push(child);
      return child;
    });
  } finally {
    await Promise.all(children.map(killAndWait));
    await server.kill();
  }
}

function workerCommand(url: string, main = MAIN, lease = '1s'): string[] {
  return [process.execPath, ...ENGINE, main, 'worker', '--queue', url, '--workers', '1', '--lease', lease];
}

/** Returns everything that a command writes to stderr from now until it ends. */
function readRemainingStderr({ stderr }: ChildProcess): Promise<string> {
  let output = '';
  stderr!.on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve) => stderr!.once('close', () => resolve(output)));
}

function getQueueArguments(name: string, url: string): string[] {
  return [...TESTS, '--out', name, '--queue', url];
}

/**
 * Installs a copy of the built program with a different version number, as another machine might have it. Returns
 * its main module.
 */
function installOtherVersion(): string {
  const root = join(folder(), 'other-version');
  mkdirSync(root);
  for (const part of ['bundled', join('cli', 'main.js')])
    cpSync(join(packageRoot(), 'dist', part), join(root, 'dist', part), { recursive: true });
  for (const part of ['node_modules', 'data']) symlinkSync(join(packageRoot(), part), join(root, part));
  const text = readFileSync(join(packageRoot(), 'package.json'), 'utf8');
  writeFileSync(join(root, 'package.json'), JSON.stringify({ ...JSON.parse(text), version: '0.0.1' }));
  return join(root, 'dist', 'cli', 'main.js');
}

/**
 * Simulates two machines: this one and a network namespace, connected by a virtual cable that `act` can set up or
 * down.
 */
async function withTwoMachines(
  act: (address: string, remotePrefix: readonly string[], cable: (state: string) => void) => Promise<void>,
): Promise<void> {
  const id = process.pid % 10_000;
  const [name, near, far] = [`pops-tb-${id}`, `ptb${id}a`, `ptb${id}b`];
  const subnet = `10.${200 + (id % 50)}.${id % 250}`;
  const ip = (...words: string[]): unknown => execFileSync('ip', words, { stdio: 'ignore' });
  ip('netns', 'add', name);
  try {
    ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name);
    ip('address', 'add', `${subnet}.1/24`, 'dev', near);
    ip('link', 'set', near, 'up');
    ip('-n', name, 'address', 'add', `${subnet}.2/24`, 'dev', far);
    ip('-n', name, 'link', 'set', far, 'up');
    await act(`${subnet}.1`, ['ip', 'netns', 'exec', name], (state) => ip('link', 'set', near, state));
  } finally {
    ip('netns', 'delete', name);
  }
}

/** Faults in queues and in the processes at either end. */
export const QUEUE_FAULTS: readonly Fault[] = [
  {
    fault: 'the server dies at any moment and returns',
    promise: 'nothing is lost; 4 if it was never reachable',
    test: 'test/runs/queue/lost-server.conform.ts',
  },
  {
    fault: 'no server, or no worker, for two minutes',
    promise: '4; resumes',
    test: 'test/runs/queue/queue-runner.conform.ts',
  },
  {
    fault: 'jobs and results from others',
    promise: 'none of their code runs; a result that does not fit counts as a lost worker',
    test: 'test/runs/queue/hostile-queue.conform.ts',
  },
  {
    fault: 'a worker dies (SIGKILL) while it runs tests',
    promise: LOSES_NOTHING,
    test: 'test/cli/merge.conform.ts',
  },
  {
    fault: 'a launched worker dies, hangs, repeats itself or sends rubbish',
    promise: 'its tests or triage move to another; same results',
    test: 'test/runs/launch/hostile-launcher.conform.ts',
  },
  {
    fault: 'the batch system cancels all jobs',
    promise: LOSES_NOTHING,
    test: 'test/cli/launch-slurm.conform.ts',
  },
  {
    fault: 'the coordinator dies (SIGKILL)',
    promise: 'resumes on the same queue and workers; tests that these finished do not run again',
    reasonToSkip: redisSkipReason,
    test: () =>
      withQueue('dying-run', async ({ url }, start) => {
        // The long lease lets the worker keep its tests even if a busy machine delays it.
        const busyWorker = await start(workerCommand(url, MAIN, '60s'));
        const output = readRemainingStderr(busyWorker);
        const { code } = await disturb(
          'dying-run',
          (kill) => kill('SIGKILL'),
          getQueueArguments('dying-run', url),
        );
        expect(code).toBe(null);
        await expectResumed('dying-run', '--queue', url);
        busyWorker.kill('SIGTERM');
        expect(await output).toContain(`Tests run by this worker: ${COUNT}\n`);
      }),
  },
  {
    fault: 'a worker of another version or commit',
    promise: 'it gets no tests; the run says so, and waits for another',
    reasonToSkip: redisSkipReason,
    test: () =>
      withQueue('other', async ({ url }, start) => {
        await start(workerCommand(url, installOtherVersion()));
        const run = await start(
          [process.execPath, ...ENGINE, MAIN, ...getQueueArguments('other', url)],
          /no worker of this version takes tests from it/,
        );
        const ended = new Promise((resolve) => run.once('exit', resolve));
        await start(workerCommand(url));
        expect(await ended).toBe(0);
        await expectResumed('other');
      }),
  },
  {
    fault: 'SIGTERM to run and worker once the server is gone or silent',
    promise: 'both end within seconds, the run with 130; resumes',
    reasonToSkip: redisSkipReason,
    test: async () => {
      for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
        const name = `left-${signal}`;
        await withQueue(name, async (server, start) => {
          const idleWorker = await start(workerCommand(server.url));
          const workerExit = new Promise((resolve) => idleWorker.once('exit', resolve));
          const { code, stdout } = await disturb(
            name,
            (kill) => {
              server.signal(signal);
              kill('SIGTERM');
              idleWorker.kill('SIGTERM');
            },
            getQueueArguments(name, server.url),
          );
          expect([code, JSON.parse(stdout).endedBy, await workerExit]).toEqual([130, 'interrupted', 0]);
        });
      }
      await expectResumed('left-SIGSTOP');
    },
  },
  {
    fault: 'the network between two machines fails for two seconds',
    promise: LOSES_NOTHING,
    reasonToSkip: namespaceSkipReason,
    test: () =>
      withTwoMachines((address, remotePrefix, cable) =>
        withQueue('machines', async ({ port, url }, start) => {
          await start([...remotePrefix, ...workerCommand(`redis://:${PASSWORD}@${address}:${port}`)]);
          const { code, stdout } = await disturb(
            'machines',
            () => {
              cable('down');
              void pause(2000).then(() => cable('up'));
            },
            getQueueArguments('machines', url),
          );
          expect(code).toBe(0);
          await expectResult('machines', stdout);
        }),
      ),
  },
];
