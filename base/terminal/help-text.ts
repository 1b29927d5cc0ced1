import type { Terminal } from './terminal.js';

/** Columns of a help text that goes into a pipe or a file. */
const WIDTH_ELSEWHERE = 80;
/** A line of prose in the source of at least this length continues in the next line. */
const FULL_LINE = 90;
/** Indentation of the purpose of an example on its own line. */
const NOTE_INDENT = ' '.repeat(6);

/** Columns that help may take on this stream. */
export function helpWidth({ isTTY, columns }: Terminal): number {
  return isTTY && columns > 0 ? columns : WIDTH_ELSEWHERE;
}

/**
 * Help in lines of at most this width: prose is filled, and a list of examples that is too wide has what each is for on a line of its
 * own. A command that is too long goes on after a backslash, so that it can be pasted.
 */
export function fittedHelp(text: string, width: number): string {
  return blocksOf(text.split('\n'))
    .flatMap((block) => (block.every((line) => line.length <= width) ? block : fitted(block, width)))
    .join('\n');
}

/** Lines that belong together: a paragraph of prose, or a list. */
function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [];
  let before: string | undefined;
  for (const line of lines) {
    const goesOn =
      before !== undefined &&
      line !== '' &&
      isIndented(line) === isIndented(before) &&
      (isIndented(line) || before.length >= FULL_LINE);
    if (goesOn) blocks.at(-1)!.push(line);
    else blocks.push([line]);
    before = line;
  }
  return blocks;
}

function isIndented(line: string): boolean {
  return line.startsWith(' ');
}

function fitted(block: readonly string[], width: number): string[] {
  if (!isIndented(block[0]!)) return filled(block.join(' '), '', width);
  const items: { command: string; note: string }[] = [];
  for (const line of block) {
    const [, command, note = ''] = /^ {2}(\S.*?)(?: {2,}(\S.*))?$/.exec(line) ?? [];
    const last = items.at(-1);
    if (command !== undefined) items.push({ command, note });
    else if (last !== undefined) last.note = `${last.note} ${line.trim()}`.trim();
  }
  return items.flatMap(({ command, note }) => [
    ...commandLines(command, width),
    ...filled(note, NOTE_INDENT, width),
  ]);
}

/** Breaks before options, which stay with their values. */
function commandLines(command: string, width: number): string[] {
  const lines: string[] = [];
  let line = ' ';
  for (const part of command.split(/ (?=--)/)) {
    if (line.trim() !== '' && line.length + 1 + part.length + 2 > width) {
      lines.push(`${line} \\`);
      line = '   ';
    }
    line += ` ${part}`;
  }
  return [...lines, line];
}

function filled(text: string, indent: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/ +/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else if (word !== '') lines.push(`${indent}${word}`);
  }
  return lines;
}
