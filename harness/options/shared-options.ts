import { Option } from 'commander';
import { RANGES } from '../basics/index.js';
import { makeIntegerOption } from '../terminal/index.js';
import { collectRepeated, makeListParser } from './option-values.js';

/** The `--json` option of commands that print a single document. */
export const JSON_OPTION = new Option('--json', 'print one JSON document on stdout');

/** The `--workers` option of commands that run tests or programs on local threads. */
export const WORKERS_OPTION = new Option(
  '--workers <n>',
  'worker threads (default: one per processor)',
).argParser(makeIntegerOption('--workers', RANGES.workers));

/** The `--set` option, which fixes a knob in every test of the command. */
export const KNOBS_OPTION = new Option('--set <knob=value>', 'fix a knob; may be repeated').argParser(
  collectRepeated,
);

/** The `--fault` option, which injects faults into the command's tests. */
export const FAULTS_OPTION = new Option(
  '--fault <ids>',
  'inject these faults; "none" removes those of a stored test',
).argParser(makeListParser('--fault'));

/** The `--chip` option of commands that generate one test. */
export const TEST_CHIP_OPTION = new Option(
  '--chip <names>',
  'generate the test for one of these chips',
).argParser(makeListParser('--chip'));

/** The `--chip` option of commands that run compiled programs. */
export const PROGRAM_CHIP_OPTION = new Option(
  '--chip <name>',
  'chip to run on, by name or processor (navi21, gfx1030)',
);

/** The `--chip` option of the command that can compile one source file for several chips. */
export const SOURCE_CHIPS_OPTION = new Option(
  '--chip <names>',
  'chip(s) to run on, by name or processor (navi21, gfx1030); or several for a source file: navi21,navi31',
).argParser(makeListParser('--chip'));

/** The `--state` option of commands that run compiled programs. */
export const PROGRAM_STATE_OPTION = new Option(
  '--state <file>',
  'JSON file with the state for an object or text file',
);

/** The `--queue-key-file` option, used by the coordinator and the queue workers. */
export const QUEUE_KEY_FILE_OPTION = new Option(
  '--queue-key-file <file>',
  'key that signs queue messages; workers need it too',
);

/** The `--suite-file` option of commands that regenerate tests from a stored run. */
export const SUITE_FILE_OPTION = new Option(
  '--suite-file <file>',
  "stored run's suite file; its code may be executed",
);
