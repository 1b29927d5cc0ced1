import type { Command } from 'commander';
import { EXIT } from './exit-code.js';
import { fittedHelp } from './help-text.js';

/** Columns of examples in the page, which are not filled. */
const WIDTH = 72;

/** What an exit code means, in the order of the codes. */
const MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  OK: 'passed',
  FAILED: 'a test failed, or a rule found an error',
  USAGE: 'wrong use, or input that cannot be read',
  GATE: 'a gate of coverage or of the testplan was missed',
  INFRASTRUCTURE: 'the machine: a worker could not start, the disk is full',
  INTERRUPTED: 'interrupted',
};

/** The manual page in roff: what `--help` says of each command. */
export function manPage(commands: readonly Command[], version: string): string {
  return [
    `.TH POPS-TB 1 "" "pops-testbench ${roff(version)}" "User Commands"`,
    '.SH NAME',
    "pops\\-tb \\- verification testbench for AMD's Primitive Ordered Pixel Shading",
    '.SH SYNOPSIS',
    '.B pops\\-tb',
    '.I command',
    '[options]',
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH EXIT STATUS',
    ...Object.entries(EXIT).flatMap(([name, code]) => term(`${code}`, MEANINGS[name as keyof typeof EXIT])),
    '',
  ].join('\n');
}

function commandLines(command: Command): string[] {
  const help = command.createHelp();
  const described = [
    ...help
      .visibleArguments(command)
      .map((one) => term(help.argumentTerm(one), help.argumentDescription(one))),
    ...help.visibleOptions(command).map((one) => term(help.optionTerm(one), help.optionDescription(one))),
  ];
  return [
    `.SS "pops\\-tb ${roff(help.commandUsage(command))}"`,
    ...prose(help.commandDescription(command)),
    ...described.flat(),
    ...textAfter(command),
  ];
}

function term(name: string, text: string): string[] {
  return ['.TP', `.B ${roff(name)}`, roff(text)];
}

/** What help says after the options: prose is filled, lists and examples stay as they are. */
function textAfter(command: Command): string[] {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const after = help.slice(help.indexOf(command.helpInformation()) + command.helpInformation().length);
  return fittedHelp(after, WIDTH)
    .split(/\n{2,}|\n(?=\S)|(?<=^\S.*)\n(?= )/m)
    .filter((block) => block.trim() !== '')
    .flatMap((block) =>
      block.startsWith(' ') ? ['.nf', ...block.split('\n').map(roff), '.fi'] : prose(block),
    );
}

function prose(text: string): string[] {
  return ['.PP', roff(text.trim().replaceAll('\n', ' '))];
}

/** Text that roff prints as it is. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replace(
      /\P{ASCII}/gu,
      (letter) => `\\[u${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replace(/^([.'])/, '\\&$1');
}
