import { type Command, Help } from 'commander';
import { lookup } from '../../arch/index.js';
import { makeUnknownNameError } from '../../harness/basics/index.js';
import { JSON_OPTION, makeDurationParser } from '../../harness/options/index.js';
import { type ExitCode, type FinishCommand, makeIntegerOption } from '../../harness/terminal/index.js';
import { UsageError } from '../../transactions/index.js';
import type { CoverageOptions } from '../coverage/coverage-options.js';
import { COVERAGE_ACTIONS } from './coverage-actions.js';

interface ActionHelp {
  readonly text: string;
  /** The arguments that follow the action's name. */
  readonly usage: string;
  /** The options that the action accepts besides the common ones, with their descriptions. */
  readonly options: Readonly<Record<string, string>>;
  readonly examples: readonly string[];
}

const HELP: Readonly<Record<keyof typeof COVERAGE_ACTIONS, ActionHelp>> = lookup({
  merge: {
    text: 'merge the coverage of all paths into the --out file; a run listed twice is counted once',
    usage: '<paths...> --out <file> [options]',
    options: { out: 'file to write' },
    examples: ['out/A out/B --out merged.msgpack'],
  },
  show: {
    text: 'show the score per covergroup; --group shows one in detail',
    usage: '<paths...> [options]',
    options: {
      group: 'covergroup to show in detail',
      waivers: 'JSON file of bins to exclude',
    },
    examples: ['out/RUN', 'out/RUN --group exit-path'],
  },
  holes: {
    text: 'show the holes that more tests are most likely to fill, and the other holes by cause; --all lists every hole',
    usage: '<paths...> [options]',
    options: {
      group: 'show only this covergroup',
      waivers: 'JSON file of bins to exclude',
      all: 'list every hole',
    },
    examples: ['out/RUN', 'out/RUN --group overlap --all', 'out/RUN --waivers waivers.json --json'],
  },
  aim: {
    text: "search for a test that hits a bin, and report which settings make hitting it more likely; if the name contains * (any text), search for tests that hit the runs' holes; --out writes them as a suite file",
    usage: '<bin> [runs...] [options]',
    options: {
      time: 'maximum time (default: 60s)',
      count: 'maximum number of tests to try',
      seed: 'root seed of the tests to try (default: 0x1)',
      out: 'suite file to write',
      waivers: 'with *: JSON file of bins to exclude',
    },
    examples: [
      "'*' out/RUN --time 10m --out closing.json",
      "'occupancy/generation x refused/gfx10 x vgpr' out/RUN --time 60s --out aimed.json",
      "'overlap/generation/gfx11' --seed 0x2 --count 200",
    ],
  },
  rank: {
    text: 'find the cheapest tests with the same coverage, rerunning all candidates; --out writes them as a suite file, and running that suite checks its coverage',
    usage: '<paths...> [options]',
    options: {
      out: 'suite file to write',
    },
    examples: ['out/RUN --out ranked.json'],
  },
  diff: {
    text: 'show bins covered only by the first path or only by the second; for run directories, also compare failure buckets, rules that are no longer armed, and speed',
    usage: '<before> <after> [options]',
    options: {},
    examples: ['out/A out/B'],
  },
  export: {
    text: 'write files for other tools to the --out folder',
    usage: '<paths...> --out <folder> [options]',
    options: { out: 'folder to write to' },
    examples: ['out/RUN --out report'],
  },
});

type ActionName = keyof typeof HELP;

/** Options that every action accepts. `--limits` and `--config` are handled before the action runs. */
const COMMON_OPTIONS: readonly string[] = ['json', 'limits', 'config'];

function isAction(name: string): name is ActionName {
  return Object.hasOwn(HELP, name);
}

/** Runs an action. Throws `UsageError` for an unknown action or an option that the action does not accept. */
function runAction(name: string, paths: readonly string[], options: CoverageOptions): ExitCode {
  if (!isAction(name)) throw makeUnknownNameError('action', name, Object.keys(COVERAGE_ACTIONS));
  const optionNames = Object.keys(HELP[name].options);
  const ignored = Object.keys(options).find(
    (option) => ![...COMMON_OPTIONS, ...optionNames].includes(option),
  );
  if (ignored !== undefined) {
    const names = [...optionNames, 'json'].map((option) => `--${option}`).join(', ');
    throw new UsageError(`Cannot use --${ignored}: coverage ${name} accepts only ${names}`);
  }
  return COVERAGE_ACTIONS[name](paths, options);
}

function addCoverageHelp(command: Command): void {
  const defaultHelp = new Help();
  const getCurrentAction = (): ActionName | undefined => getRequestedAction(command);
  command.configureHelp({
    commandUsage: (coverage) => {
      const action = getCurrentAction();
      return `pops-tb coverage ${action === undefined ? coverage.usage() : `${action} ${HELP[action].usage}`}`;
    },
    commandDescription: (coverage) => {
      const action = getCurrentAction();
      return action === undefined ? coverage.description() : HELP[action].text;
    },
    visibleArguments: (coverage) =>
      getCurrentAction() === undefined ? [...coverage.registeredArguments] : [],
    optionDescription: (option) => {
      const action = getCurrentAction();
      const override = action === undefined ? undefined : HELP[action].options[option.attributeName()];
      return override ?? defaultHelp.optionDescription(option);
    },
    visibleOptions: (coverage) => {
      const action = getCurrentAction();
      const all = [
        ...coverage.options.filter(({ hidden }) => !hidden),
        coverage.createOption('-h, --help', 'display help for command'),
      ];
      if (action === undefined) return all;
      const optionNames = [...Object.keys(HELP[action].options), 'json', 'help'];
      return all.filter((option) => optionNames.includes(option.attributeName()));
    },
  });
  command.addHelpText('after', () => {
    const action = getCurrentAction();
    return action === undefined ? formatOverview() : `\nExamples:\n${formatExamples(action)}\n`;
  });
}

/** Returns the action that follows `coverage` on the command line, if any. */
function getRequestedAction(command: Command): ActionName | undefined {
  const args = (command.parent as { rawArgs?: readonly string[] } | null)?.rawArgs ?? [];
  const action = args[args.indexOf('coverage') + 1];
  return action !== undefined && isAction(action) ? action : undefined;
}

function formatOverview(): string {
  const actions = Object.entries(HELP).map(([name, { text }]) => `  ${name.padEnd(8)}${text}`);
  const examples = Object.keys(HELP).filter(isAction).map(formatExamples);
  return `\nActions ("coverage ACTION --help" lists the options of one):\n${actions.join('\n')}\n\nExamples:\n${examples.join('\n')}\n`;
}

function formatExamples(action: ActionName): string {
  return HELP[action].examples.map((args) => `  pops-tb coverage ${action} ${args}`).join('\n');
}

/** Adds the arguments and options for `coverage`. */
export function define(command: Command, finish: FinishCommand): void {
  addCoverageHelp(command);
  command
    .argument('<action>', Object.keys(COVERAGE_ACTIONS).join(', '))
    .argument(
      '<paths...>',
      'run directories and coverage files; for aim: the bin, then the runs to learn from',
    )
    .option('--out <path>', 'output file or folder (merge, aim, rank, export)')
    .option('--group <name>', 'covergroup to show in detail (show), or the only one to list (holes)')
    .option(
      '--count <n>',
      'maximum number of tests that aim tries',
      makeIntegerOption('--count', { min: 1, max: 1_000_000 }),
    )
    .option('--time <duration>', 'time limit for aim (default: 60s)', makeDurationParser('--time'))
    .option('--seed <seed>', 'root seed of the tests that aim tries (default: 0x1)')
    .option('--all', 'with holes: list every hole')
    .option('--waivers <file>', 'JSON file of bins to exclude from show, holes and aim')
    .addOption(JSON_OPTION)
    .action((action: string, paths: readonly string[], options: CoverageOptions) => {
      finish(runAction(action, paths, options));
    });
}
