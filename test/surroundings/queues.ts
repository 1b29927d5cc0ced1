import { type ChildProcess, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { V8_OPTIONS } from '../cli/support/run-cli.js';
import { hasTool } from '../support/external-tool.js';
import { RedisServer } from '../support/redis-server.js';
import { pause } from '../support/until.js';
import type { Fault } from './fault.js';
import {
  expectResult,
  expectResumed,
  getFolder,
  killAndWait,
  MAIN,
  runAndInterrupt,
  startAndWaitUntilReady,
  TESTS,
} from './support/commands.js';

const READY = /^Waiting for tests/m;
const RERUNS_TESTS = 'the affected tests are rerun, with the same results';
const PASSWORD = 'between-two-machines';

const getRedisSkipReason = (): string | undefined =>
  hasTool('redis-server', 'redis-server') ? undefined : 'apt-get install -y redis-server';

function getNamespaceSkipReason(): string | undefined {
  if (getRedisSkipReason() !== undefined) return getRedisSkipReason();
  if (!hasTool('ip', 'iproute2')) return 'apt-get install -y iproute2';
  try {
    execFileSync('ip', ['netns', 'add', 'pops-tb-probe'], { stdio: 'ignore' });
    execFileSync('ip', ['netns', 'exec', 'pops-tb-probe', 'true'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'this user cannot create network namespaces: run the tests as root';
  } finally {
    try {
      execFileSync('ip', ['netns', 'delete', 'pops-tb-probe'], { stdio: 'ignore' });
    } catch {
      // The network namespace was not created.
    }
  }
}

/** Runs `action` with a Redis server, then kills the server and every process that `action` started. */
async function withQueue(
  name: string,
  action: (
    server: RedisServer,
    start: (command: readonly string[], ready?: RegExp) => Promise<ChildProcess>,
  ) => Promise<void>,
): Promise<void> {
  const server = await RedisServer.start(join(getFolder(), `${name}-redis`), { password: PASSWORD });
  const children: ChildProcess[] = [];
  try {
    await action(server, async (command, ready = READY) => {
      const child = await startAndWaitUntilReady(command, ready);
      children.push(child);
      return child;
    });
  } finally {
    await Promise.all(children.map(killAndWait));
    await server.kill();
  }
}

function getWorkerCommand(url: string, main = MAIN, lease = '1s'): string[] {
  return [
    process.execPath,
    ...V8_OPTIONS,
    main,
    'worker',
    '--queue',
    url,
    '--workers',
    '1',
    '--lease',
    lease,
  ];
}

function getQueueArguments(name: string, url: string): string[] {
  return [...TESTS, '--out', name, '--queue', url];
}

/**
 * Installs a copy of the built program with a different version number, as might be installed on another machine.
 * Returns its main module.
 */
function installOtherVersion(): string {
  const root = join(getFolder(), 'other-version');
  mkdirSync(root);
  for (const path of ['bundled', join('cli', 'main.js')])
    cpSync(join(findPackageRoot(), 'dist', path), join(root, 'dist', path), { recursive: true });
  for (const path of ['node_modules', 'data']) symlinkSync(join(findPackageRoot(), path), join(root, path));
  const text = readFileSync(join(findPackageRoot(), 'package.json'), 'utf8');
  writeFileSync(join(root, 'package.json'), JSON.stringify({ ...JSON.parse(text), version: '0.0.1' }));
  return join(root, 'dist', 'cli', 'main.js');
}

/**
 * Simulates two machines: this one and a network namespace, connected by a virtual link that `action` can bring up
 * or down.
 */
async function withTwoMachines(
  action: (
    address: string,
    remotePrefix: readonly string[],
    setLink: (state: string) => void,
  ) => Promise<void>,
): Promise<void> {
  const id = process.pid % 10_000;
  const [name, near, far] = [`pops-tb-${id}`, `ptb${id}a`, `ptb${id}b`];
  const subnet = `10.${200 + (id % 50)}.${id % 250}`;
  const ip = (...args: string[]): unknown => execFileSync('ip', args, { stdio: 'ignore' });
  ip('netns', 'add', name);
  try {
    ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name);
    ip('address', 'add', `${subnet}.1/24`, 'dev', near);
    ip('link', 'set', near, 'up');
    ip('-n', name, 'address', 'add', `${subnet}.2/24`, 'dev', far);
    ip('-n', name, 'link', 'set', far, 'up');
    await action(`${subnet}.1`, ['ip', 'netns', 'exec', name], (state) => ip('link', 'set', near, state));
  } finally {
    ip('netns', 'delete', name);
  }
}

/** Faults in the queue and in the processes on either side of it. */
export const QUEUE_FAULTS: readonly Fault[] = [
  {
    fault: 'the server crashes at an arbitrary point and comes back',
    promise: 'nothing is lost; exits with 4 if the server was never reachable',
    test: 'test/runs/queue/lost-server.conform.ts',
  },
  {
    fault: 'no server, or no worker, for two minutes',
    promise: 'exits with 4; can be resumed',
    test: 'test/runs/queue/queue-runner.conform.ts',
  },
  {
    fault: 'jobs and results from untrusted sources',
    promise: 'none of their code runs; an invalid result counts as a lost worker',
    test: 'test/runs/queue/hostile-queue.conform.ts',
  },
  {
    fault: 'a worker dies (SIGKILL) while it runs tests',
    promise: RERUNS_TESTS,
    test: 'test/cli/merge.conform.ts',
  },
  {
    fault: 'a launched worker dies, hangs, or sends duplicates or garbage',
    promise: 'its tests are reassigned to another worker, with the same results',
    test: 'test/runs/launch/hostile-launcher.conform.ts',
  },
  {
    fault: 'the batch system cancels all jobs',
    promise: RERUNS_TESTS,
    test: 'test/cli/launch-slurm.conform.ts',
  },
  {
    fault: 'the coordinator dies (SIGKILL)',
    promise: 'can be resumed with the same queue and workers',
    reasonToSkip: getRedisSkipReason,
    test: () =>
      withQueue('killed-run', async ({ url }, start) => {
        // The long lease lets the worker keep its tests even if a busy machine delays it.
        const busyWorker = await start(getWorkerCommand(url, MAIN, '60s'));
        const { code } = await runAndInterrupt(
          'killed-run',
          (kill) => kill('SIGKILL'),
          getQueueArguments('killed-run', url),
        );
        expect(code).toBe(null);
        await expectResumed('killed-run', '--queue', url);
        busyWorker.kill('SIGTERM');
      }),
  },
  {
    fault: 'a worker built from a different version or commit',
    promise: 'it gets no tests; the run reports this and waits for another worker',
    reasonToSkip: getRedisSkipReason,
    test: () =>
      withQueue('other', async ({ url }, start) => {
        await start(getWorkerCommand(url, installOtherVersion()));
        const run = await start(
          [process.execPath, ...V8_OPTIONS, MAIN, ...getQueueArguments('other', url)],
          /no worker running this version is taking tests from it/,
        );
        const exited = new Promise((resolve) => run.once('exit', resolve));
        await start(getWorkerCommand(url));
        expect(await exited).toBe(0);
        await expectResumed('other');
      }),
  },
  {
    fault: 'SIGTERM to the run and the worker after the server dies or hangs',
    promise: 'both exit within seconds, the run with code 130; can be resumed',
    reasonToSkip: getRedisSkipReason,
    test: async () => {
      for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
        const name = `abandoned-${signal}`;
        await withQueue(name, async (server, start) => {
          const idleWorker = await start(getWorkerCommand(server.url));
          const workerExit = new Promise((resolve) => idleWorker.once('exit', resolve));
          const { code, stdout } = await runAndInterrupt(
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
      await expectResumed('abandoned-SIGSTOP');
    },
  },
  {
    fault: 'the network between two machines fails for two seconds',
    promise: RERUNS_TESTS,
    reasonToSkip: getNamespaceSkipReason,
    test: () =>
      withTwoMachines((address, remotePrefix, setLink) =>
        withQueue('machines', async ({ port, url }, start) => {
          await start([...remotePrefix, ...getWorkerCommand(`redis://:${PASSWORD}@${address}:${port}`)]);
          const { code, stdout } = await runAndInterrupt(
            'machines',
            () => {
              setLink('down');
              void pause(2000).then(() => setLink('up'));
            },
            getQueueArguments('machines', url),
          );
          expect(code).toBe(0);
          await expectResult('machines', stdout);
        }),
      ),
  },
];
