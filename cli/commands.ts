import { availableParallelism } from 'node:os';
import type { CommandModule } from '../harness/terminal/index.js';
import type { EarlyThreads } from '../harness/threads/index.js';

/** A command in `--help`. Its module is not loaded until the command is called, which keeps `--help` fast. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
  /** Threads to start early, since the command nearly always needs them. */
  readonly earlyThreads?: EarlyThreads;
}

const CORES = availableParallelism();

/** Commands grouped by purpose, as shown by `--help`, starting with the six that most people need. */
export const COMMAND_GROUPS: readonly (readonly [title: string, commands: readonly CommandEntry[]])[] = [
  [
    'Start here:',
    [
      {
        name: 'run',
        summary: 'run a suite of randomized tests and check each one',
        load: () => import('../runs/command/run-command.js'),
        earlyThreads: { module: 'harness/workers/worker.js', threads: 1, maxThreads: CORES },
      },
      {
        name: 'replay',
        summary: 'rerun one test and explain its violations',
        load: () => import('../failures/replay/replay-command.js'),
        earlyThreads: { module: 'failures/replay/replay-worker.js', threads: 1, maxThreads: 1 },
      },
      {
        name: 'shrink',
        summary: 'find the smallest scenario with the same failure',
        load: () => import('../failures/shrink/shrink-command.js'),
      },
      {
        name: 'report',
        summary: 'regenerate reports from a run log, or show trends across runs',
        load: () => import('../runs/report/report-command.js'),
      },
      {
        name: 'check',
        summary: 'check real shaders: GLSL, ELF, assembly, words or corpus files',
        load: () => import('../intake/check/check-command.js'),
        earlyThreads: { module: 'intake/check/check-worker.js', threads: 1, maxThreads: CORES },
      },
      {
        name: 'check-trace',
        summary: 'check a trace from RTL, an emulator or a probe',
        load: () => import('../intake/check-trace/check-trace-command.js'),
      },
    ],
  ],
  [
    'Coverage and proofs:',
    [
      {
        name: 'coverage',
        summary: 'merge, show, compare, rank and export the coverage of runs',
        load: () => import('../closure/coverage-command/coverage-command.js'),
      },
      {
        name: 'testplan',
        summary: 'show what verifies each statement and whether a run covered it',
        load: () => import('../closure/testplan/testplan-command.js'),
      },
      {
        name: 'explore',
        summary: 'explore every ordering of events in a small scene',
        load: () => import('../failures/explore/explore-command.js'),
      },
      {
        name: 'qualify',
        summary: 'inject each fault and report which rule kills it',
        load: () => import('../closure/qualify/qualify-command.js'),
      },
    ],
  ],
  [
    'Designs and shaders:',
    [
      {
        name: 'cosim',
        summary: 'run tests with a design in place of a unit of the model',
        load: () => import('../intake/cosim/cosim-command.js'),
      },
      {
        name: 'exec',
        summary: 'run one program on a given scene and print the final memory',
        load: () => import('../intake/exec/exec-command.js'),
        earlyThreads: { module: 'intake/exec/exec-worker.js', threads: 1, maxThreads: 1 },
      },
      {
        name: 'golden',
        summary: "run golden scenes and compare the results with a real GPU's",
        load: () => import('../intake/golden/golden-command.js'),
      },
      {
        name: 'asm',
        summary: 'assemble text from stdin into machine words',
        load: () => import('../intake/isa/asm-command.js'),
      },
      {
        name: 'disasm',
        summary: 'disassemble machine words from stdin',
        load: () => import('../intake/isa/disasm-command.js'),
      },
    ],
  ],
  [
    'Distributed runs:',
    [
      {
        name: 'worker',
        summary: 'run tests from a queue until stopped',
        load: () => import('../runs/queue/worker-command.js'),
      },
      {
        name: 'merge',
        summary: 'merge shards and partial runs into one run directory',
        load: () => import('../runs/command/merge-command.js'),
      },
    ],
  ],
  [
    'Setup and reference:',
    [
      {
        name: 'list',
        summary: 'list tests, suites, chips, rules, registers and more',
        load: () => import('./list-command.js'),
      },
      {
        name: 'init',
        summary: 'write a first suite, configuration, test and CI file',
        load: () => import('./init-command.js'),
      },
      {
        name: 'doctor',
        summary: 'check this machine for missing tools and show what needs them',
        load: () => import('./doctor-command.js'),
      },
    ],
  ],
];

/** All commands, in the order in which `--help` lists them. */
export const COMMANDS: readonly CommandEntry[] = COMMAND_GROUPS.flatMap(([, commands]) => commands);
