import { lookup } from '../../arch/index.js';
import { formatMessageLine, UsageError } from '../../transactions/index.js';

/**
 * Thrown when a run's infrastructure fails: for example, when a worker cannot start or the disk is full. The command
 * then exits with code 4.
 */
export class InfrastructureError extends Error {
  override readonly name = 'InfrastructureError';

  constructor(message: string) {
    super(formatMessageLine(message));
  }
}

/** Error codes caused by the machine rather than the path. */
const MACHINE_ERRORS: readonly string[] = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'ENOMEM', 'EFBIG'];

const MESSAGES: Readonly<Record<string, string>> = lookup({
  ENOENT: 'no such file or directory',
  EISDIR: 'it is a directory',
  ENOTDIR: 'part of its path is not a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'read-only file system',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exhausted',
  EFBIG: 'the file size limit was reached',
  EMFILE: 'too many open files (ulimit -n)',
});

/** Describes why a file could not be used, in plain words for known operating system error codes. */
export function describeFileError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return MESSAGES[code ?? ''] ?? message;
}

/**
 * Returns the error to throw for a path that cannot be written: an `InfrastructureError` if the machine is at fault,
 * such as a full or read-only disk, otherwise a `UsageError`.
 */
export function makeWriteError(error: unknown, explanation: string): Error {
  const { code = '' } = error as NodeJS.ErrnoException;
  return MACHINE_ERRORS.includes(code) ? new InfrastructureError(explanation) : new UsageError(explanation);
}

/** Returns the message of a thrown value, which need not be an `Error`. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the first line of an error's message: the reason a test stopped, without its output. */
export function getErrorSummary(error: unknown): string {
  return getFirstLine(getErrorMessage(error));
}

/** Returns whether an error was caused by the command or the machine, not by the test in which it occurred. */
export function isCommandError(error: unknown): boolean {
  const { name, code } = error as NodeJS.ErrnoException;
  return ['UsageError', 'InfrastructureError'].includes(name) || /^E[A-Z]+$/.test(code ?? '');
}

/** Returns what `read` returns, or undefined if it throws `UsageError`, as it does for files that cannot be used. */
export function readIfUsable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** Formats an error's message on one line. Unprintable characters become spaces; letters of any script are kept. */
export function formatOneLine(error: unknown): string {
  const message = error instanceof Error ? describeFileError(error) : String(error);
  return message.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
}

/** Returns the first line of external text, without control characters. */
export function getFirstLine(text: string): string {
  return formatOneLine(text.split('\n', 1)[0]!);
}
