import { lookup } from '../../arch/index.js';
import { UsageError } from '../../transactions/index.js';
import { InfrastructureError } from './infrastructure-error.js';

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
