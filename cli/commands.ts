import type { CommandModule } from './command-module.js';

/** A command as `--help` lists it; its module is loaded only when it is called, so that `--help` is quick. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'run',
    summary: 'run a suite of randomized tests and judge them',
    load: () => import('./run-command.js'),
  },
  {
    name: 'worker',
    summary: 'take tests from a queue until told to stop',
    load: () => import('./worker-command.js'),
  },
  {
    name: 'merge',
    summary: 'make one run directory of shards and partial runs',
    load: () => import('./merge-command.js'),
  },
  {
    name: 'replay',
    summary: 'run one test again and explain its violations',
    load: () => import('./replay-command.js'),
  },
  {
    name: 'shrink',
    summary: 'find the smallest scenario with the same failure',
    load: () => import('./shrink-command.js'),
  },
  {
    name: 'list',
    summary: 'list tests, suites, chips, rules, registers and more',
    load: () => import('./list-command.js'),
  },
  {
    name: 'report',
    summary: 'write the page and the other reports of a run again',
    load: () => import('./report-command.js'),
  },
  {
    name: 'history',
    summary: 'pass rate, coverage, speed and failure buckets over past runs',
    load: () => import('./history-command.js'),
  },
  {
    name: 'testplan',
    summary: 'every statement, what verifies it, and whether it was hit',
    load: () => import('./testplan-command.js'),
  },
  {
    name: 'coverage',
    summary: 'merge, show, compare, rank and export coverage of runs',
    load: () => import('./coverage-command.js'),
  },
  {
    name: 'check',
    summary: 'judge real shaders: objects, assembly, words or corpus files',
    load: () => import('./check-command.js'),
  },
  {
    name: 'check-trace',
    summary: 'judge a trace of RTL, an emulator or a probe',
    load: () => import('./check-trace-command.js'),
  },
  {
    name: 'exec',
    summary: 'run one program on a given scene and print the final memory',
    load: () => import('./exec-command.js'),
  },
  {
    name: 'golden',
    summary: 'compare golden scenes with what a GPU made of them',
    load: () => import('./golden-command.js'),
  },
  {
    name: 'qualify',
    summary: 'inject every fault: which rule kills it, after how many tests',
    load: () => import('./qualify-command.js'),
  },
  {
    name: 'asm',
    summary: 'machine words of assembly text on stdin',
    load: () => import('./asm-command.js'),
  },
  {
    name: 'disasm',
    summary: 'assembly text of machine words on stdin',
    load: () => import('./disasm-command.js'),
  },
];

/** Commands of the documented interface that this version does not have. */
export const ABSENT_COMMANDS: readonly string[] = ['explore', 'completion'];
