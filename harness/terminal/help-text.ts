import { wrapText } from '../text/index.js';
import type { Terminal } from './terminal.js';

/** Width of help text that is written to a pipe or file, in columns. */
const DEFAULT_WIDTH = 80;
/** A prose line of at least this length is continued on the next source line. */
const FULL_LINE = 90;
/** Indentation of an example's description when it has its own line. */
const DESCRIPTION_INDENT = ' '.repeat(6);

/** Returns the width of help text on a stream, in columns. */
export function getHelpWidth({ isTTY, columns }: Terminal): number {
  return isTTY && columns > 0 ? columns : DEFAULT_WIDTH;
}

/**
 * Wraps help text to a width. Prose is reflowed. If a list of examples is too wide, each example's description moves to
 * its own line, and long commands are continued with backslashes, so that they can still be pasted.
 */
export function wrapHelp(text: string, width: number): string {
  return splitBlocks(text.split('\n'))
    .flatMap((block) => (block.every((line) => line.length <= width) ? block : wrapBlock(block, width)))
    .join('\n');
}

/** Groups lines into blocks: paragraphs and lists. */
function splitBlocks(lines: readonly string[]): string[][] {
  const blocks: string[][] = [];
  let previous: string | undefined;
  for (const line of lines) {
    const isContinuation =
      previous !== undefined &&
      line !== '' &&
      isIndented(line) === isIndented(previous) &&
      (isIndented(line) || previous.length >= FULL_LINE);
    if (isContinuation) blocks.at(-1)!.push(line);
    else blocks.push([line]);
    previous = line;
  }
  return blocks;
}

function isIndented(line: string): boolean {
  return line.startsWith(' ');
}

function wrapBlock(block: readonly string[], width: number): string[] {
  if (!isIndented(block[0]!)) return wrapText(block.join(' '), width);
  const items: { command: string; description: string }[] = [];
  for (const line of block) {
    const [, command, description = ''] = /^ {2}(\S.*?)(?: {2,}(\S.*))?$/.exec(line) ?? [];
    const last = items.at(-1);
    if (command !== undefined) items.push({ command, description });
    else if (last !== undefined) last.description = `${last.description} ${line.trim()}`.trim();
  }
  return items.flatMap(({ command, description }) => [
    ...wrapCommand(command, width),
    ...(description === '' ? [] : wrapText(DESCRIPTION_INDENT + description, width, DESCRIPTION_INDENT)),
  ]);
}

/** Wraps a command before options, keeping each option together with its value. */
function wrapCommand(command: string, width: number): string[] {
  const lines: string[] = [];
  let line = ' ';
  for (const segment of command.split(/ (?=--)/)) {
    if (line.trim() !== '' && line.length + 1 + segment.length + 2 > width) {
      lines.push(`${line} \\`);
      line = '   ';
    }
    line += ` ${segment}`;
  }
  return [...lines, line];
}
