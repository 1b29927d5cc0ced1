import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { until } from '../support/until.js';
import { createCosimBench } from './support/cosim.js';
import { runCli } from './support/run-cli.js';

const { cosim, folder, freshPath } = createCosimBench();

/** Returns whether a process has exited, even if it is still a zombie. */
function hasExited(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform === 'linux' && / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

/** Creates a design that starts a child process, ignores signals and end of input, and writes both pids to a file. */
function createStubbornDesign(onStep: string): {
  readonly dut: string;
  readonly pids: () => readonly number[];
} {
  const pidFile = freshPath('pids-');
  const file = `${freshPath('stubborn-')}.mjs`;
  writeFileSync(
    file,
    `import { spawn } from 'node:child_process';
import { writeFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
const say = (text) => {
  try {
    writeSync(1, text + '\\n');
  } catch {}
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGPIPE']) process.on(signal, () => undefined);
const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'inherit' });
setInterval(() => undefined, 1000);
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.startsWith('hello')) say('welcome 1');
  if (line === 'begin') say('ready 4');
  if (line.startsWith('step')) {
    writeFileSync(${JSON.stringify(pidFile)}, process.pid + ' ' + child.pid);
    ${onStep}
  }
});
`,
  );
  const getPids = (): readonly number[] =>
    existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split(' ').map(Number) : [];
  return { dut: `'${process.execPath}' '${file}'`, pids: getPids };
}

describe('no process is left running', () => {
  const expectExited = async (pids: readonly number[]): Promise<void> => {
    expect(pids.length).toBe(2);
    await until(() => pids.every(hasExited));
  };

  it.each([
    ['stops a design that takes too long to answer', '', '4s'],
    ['has run its tests but the design does not exit', "say('done -1');", '60s'],
    ['gives up on a design that sends nonsense', "say('nonsense');", '60s'],
  ])('when the testbench %s', async (_, onStep, dutTime) => {
    const { dut, pids } = createStubbornDesign(onStep);
    await cosim(dut, 'rmw_buffer@0x1', '--chip', 'navi21', '--dut-time', dutTime);
    await expectExited(pids());
  });

  it.each([
    ['interrupted', 'SIGINT', "say('done -1');"],
    ['interrupted while the design hangs', 'SIGTERM', ''],
    ['killed', 'SIGKILL', "say('done -1');"],
    ['killed while the design hangs', 'SIGKILL', ''],
  ] as const)('when the testbench is %s', async (_, signal, onStep) => {
    const { dut, pids } = createStubbornDesign(onStep);
    const args = ['--suite', 'smoke', '--unit', 'exit-tracker', '--count', '100000', '--dut-time', '4s'];
    await runCli(['cosim', '--dut', dut, ...args], folder, async (kill) => {
      await until(() => pids().length === 2);
      kill(signal);
    });
    await expectExited(pids());
  });
});
