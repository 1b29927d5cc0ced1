import { basename } from 'node:path';
import { shellWord, unknownName } from '../../base/basics/index.js';
import { ownLaunchers } from '../../harness/extension/index.js';
import { UsageError } from '../../transactions/index.js';

/** The placeholder for a worker's command in a template. */
const WORKER = '{worker}';

/** The option that a template without the placeholder must contain, to start a worker that uses standard input and output. */
const STDIO = '--stdio';

/** Launchers that join their arguments with spaces for a local or remote shell. */
const FOR_A_SHELL: readonly string[] = ['ssh', 'rsh', 'qrsh', 'bsub'];

/** A word of a template. */
interface Word {
  readonly text: string;
  /** Whether any part of it is quoted. */
  readonly isQuoted: boolean;
}

/** The template passed to `--launch` or named there from the configuration. Throws `UsageError` if it starts no worker. */
export function readTemplate(text: string): string {
  const named = ownLaunchers();
  const template = Object.hasOwn(named, text) ? named[text]! : text;
  const names = Object.keys(named);
  if (template === text && names.length > 0 && /^[\w-]+$/.test(text))
    throw unknownName('launcher', text, names);
  launchWords(template, []);
  return template;
}

/**
 * The program that starts a worker, and its arguments. The template is split at spaces outside quotes, and `{worker}` becomes
 * the words of the worker's command. If a shell will split it again (after `ssh` and the like, in quotes, or within a longer
 * word), it becomes a single word that this shell splits into the same words. Throws `UsageError` for a template that does
 * not start a worker.
 */
export function launchWords(template: string, worker: readonly string[]): readonly [string, ...string[]] {
  const words = split(template);
  const [program] = words;
  const startsWorker = words.some(({ text }) => text.includes(WORKER) || text.split(' ').includes(STDIO));
  if (program === undefined || !startsWorker)
    throw invalid(template, `expected a command with ${WORKER}, such as 'srun -n1 ${WORKER}'`);
  const isForShell = FOR_A_SHELL.includes(basename(program.text));
  const forShell = worker.map(shellWord).join(' ');
  const filled = words.flatMap(({ text, isQuoted }) =>
    text === WORKER && !isQuoted && !isForShell ? worker : [text.replaceAll(WORKER, () => forShell)],
  );
  return filled as [string, ...string[]];
}

/** Splits at spaces. Single quotes protect everything, double quotes all but `\"` and `\\`, a backslash the next character. */
function split(template: string): readonly Word[] {
  const words: Word[] = [];
  let rest = template.trimStart();
  while (rest !== '') {
    let text = '';
    let isQuoted = false;
    while (rest !== '' && !/^\s/.test(rest)) {
      const [piece] = /^(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\]+)/s.exec(rest) ?? [];
      if (piece === undefined) throw invalid(template, `it has an open quote: ${rest.slice(0, 20)}`);
      isQuoted ||= piece.startsWith("'") || piece.startsWith('"');
      text += unquoted(piece);
      rest = rest.slice(piece.length);
    }
    words.push({ text, isQuoted });
    rest = rest.trimStart();
  }
  return words;
}

function unquoted(piece: string): string {
  if (piece.startsWith("'")) return piece.slice(1, -1);
  if (piece.startsWith('"')) return piece.slice(1, -1).replace(/\\(["\\])/g, '$1');
  return piece.startsWith('\\') ? piece.slice(1) : piece;
}

function invalid(template: string, why: string): UsageError {
  return new UsageError(`Invalid --launch "${template}": ${why}`);
}
