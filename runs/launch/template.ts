import { basename } from 'node:path';
import { makeUnknownNameError, quoteShellWord } from '../../harness/basics/index.js';
import { getLaunchers } from '../../harness/extension/index.js';
import { UsageError } from '../../transactions/index.js';

const WORKER = '{worker}';

/** A template without the placeholder must contain this option, which makes the worker use standard streams. */
const STDIO = '--stdio';

/** Launchers that join their arguments with spaces and pass them to a local or remote shell. */
const SHELL_LAUNCHERS: readonly string[] = ['ssh', 'rsh', 'qrsh', 'bsub'];

interface Word {
  readonly text: string;
  /** Whether any part of the word is quoted. */
  readonly isQuoted: boolean;
}

/**
 * Returns the template passed to `--launch`, or the configured template with that name. Throws `UsageError` if it does
 * not start a worker.
 */
export function readTemplate(text: string): string {
  const named = getLaunchers();
  const template = Object.hasOwn(named, text) ? named[text]! : text;
  const names = Object.keys(named);
  if (template === text && names.length > 0 && /^[\w-]+$/.test(text))
    throw makeUnknownNameError('launcher', text, names);
  splitTemplate(template, []);
  return template;
}

/**
 * Returns the program that starts a worker, and its arguments. The template is split at spaces outside quotes, and
 * `{worker}` is replaced by the words of the worker's command. Where a shell will split the command again (after `ssh`
 * or a similar launcher, in quotes, or within a longer word), it is inserted as one word, quoted so that the shell
 * restores the original words. Throws `UsageError` for a template that does not start a worker.
 */
export function splitTemplate(template: string, worker: readonly string[]): readonly [string, ...string[]] {
  const words = splitWords(template);
  const [program] = words;
  const startsWorker = words.some(({ text }) => text.includes(WORKER) || text.split(' ').includes(STDIO));
  if (program === undefined || !startsWorker)
    throw makeError(template, `expected a command with ${WORKER}, such as 'srun -n1 ${WORKER}'`);
  const isForShell = SHELL_LAUNCHERS.includes(basename(program.text));
  const shellCommand = worker.map(quoteShellWord).join(' ');
  const command = words.flatMap(({ text, isQuoted }) =>
    text === WORKER && !isQuoted && !isForShell ? worker : [text.replaceAll(WORKER, () => shellCommand)],
  );
  return command as [string, ...string[]];
}

/**
 * Splits a template at spaces. As in a shell, single quotes protect everything, double quotes everything except
 * `\"` and `\\`, and a backslash the next character.
 */
function splitWords(template: string): readonly Word[] {
  const words: Word[] = [];
  let rest = template.trimStart();
  while (rest !== '') {
    let text = '';
    let isQuoted = false;
    while (rest !== '' && !/^\s/.test(rest)) {
      const [chunk] = /^(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\]+)/s.exec(rest) ?? [];
      if (chunk === undefined) throw makeError(template, `unclosed quote: ${rest.slice(0, 20)}`);
      isQuoted ||= chunk.startsWith("'") || chunk.startsWith('"');
      text += unquote(chunk);
      rest = rest.slice(chunk.length);
    }
    words.push({ text, isQuoted });
    rest = rest.trimStart();
  }
  return words;
}

function unquote(chunk: string): string {
  if (chunk.startsWith("'")) return chunk.slice(1, -1);
  if (chunk.startsWith('"')) return chunk.slice(1, -1).replace(/\\(["\\])/g, '$1');
  return chunk.startsWith('\\') ? chunk.slice(1) : chunk;
}

function makeError(template: string, reason: string): UsageError {
  return new UsageError(`Invalid --launch "${template}": ${reason}`);
}
