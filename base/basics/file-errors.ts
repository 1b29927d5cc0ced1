import { lookup } from '../../arch/index.js';
import { UsageError } from '../../transactions/index.js';
import { InfrastructureError } from './infrastructure-error.js';

/** Errors that are the fault of the machine, not of the path. */
const MACHINE_ERRORS: readonly string[] = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'ENOMEM', 'EFBIG'];

const PLAIN_WORDS: Readonly<Record<string, string>> = lookup({
  ENOENT: 'no such file or directory',
  EISDIR: 'it is a directory',
  ENOTDIR: 'part of its path is not a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'read-only file system',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exhausted',
  EFBIG: 'the file size limit is reached',
  EMFILE: 'too many open files (ulimit -n)',
});

/** Says why a file could not be used, in plain words if the operating system's error code is known. */
export function fileErrorText(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return PLAIN_WORDS[code ?? ''] ?? message;
}

/**
 * Returns the error to throw for a path that cannot be written to. It is the machine's fault if the disk is
 * full or read-only.
 */
export function unwritable(error: unknown, sentence: string): Error {
  const { code = '' } = error as NodeJS.ErrnoException;
  return MACHINE_ERRORS.includes(code) ? new InfrastructureError(sentence) : new UsageError(sentence);
}
