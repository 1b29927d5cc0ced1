import { Option } from 'commander';
import { RANGES } from '../../base/basics/index.js';
import { integerOption } from '../../base/terminal/index.js';
import { listOption, repeatedOption } from './option-values.js';

/** `--json` of the commands that print one document. */
export const JSON_DOCUMENT = new Option('--json', 'print one JSON document on stdout');

/** `--workers` of the commands whose tests or programs run on threads of this machine. */
export const WORKERS = new Option('--workers <n>', 'worker threads (default: one per processor)').argParser(
  integerOption('--workers', RANGES.workers),
);

/** `--set`: a knob of every test of the command. */
export const KNOBS = new Option('--set <knob=value>', 'fix a knob; may be repeated').argParser(
  repeatedOption,
);

/** `--fault`: injected into the test, or into the tests, of the command. */
export const FAULTS_TO_INJECT = new Option('--fault <ids>', 'inject these faults').argParser(
  listOption('--fault'),
);

/** `--chip` of the commands that generate one test. */
export const CHIP_OF_TEST = new Option(
  '--chip <names>',
  'generate the test for one of these chips',
).argParser(listOption('--chip'));

/** `--chip` of the commands that run compiled programs. */
export const CHIP_OF_PROGRAM = new Option(
  '--chip <name>',
  'chip to run on, by its name or its processor (navi21, gfx1030)',
);

/** `--chip` of the command that takes sources and compiles them for several chips. */
export const CHIPS_OF_PROGRAMS = new Option(
  '--chip <names>',
  'chip to run on, by its name or its processor (navi21, gfx1030); for a source several: navi21,navi31',
).argParser(listOption('--chip'));

/** `--state` of the commands that run compiled programs. */
export const STATE_OF_PROGRAM = new Option(
  '--state <file>',
  'JSON file with the state of an object or a text',
);

/** `--queue-key-file` of both ends of a queue. */
export const QUEUE_KEY_FILE = new Option(
  '--queue-key-file <file>',
  'secret that signs its messages; workers need it too',
);

/** `--suite-file` of the commands that regenerate tests of a stored run. */
export const SUITE_FILE = new Option(
  '--suite-file <file>',
  'suite file of that run, whose code may then run',
);
