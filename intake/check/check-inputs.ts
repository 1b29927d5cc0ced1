import { lstatSync } from 'node:fs';
import { UsageError } from '../../transactions/index.js';
import { type CheckSettings, type CheckSubject, readSubjects } from './check-subjects.js';
import { findPrograms } from './program-files.js';

/** An unreadable file, with a one-line reason. */
export interface UnreadableFile {
  readonly file: string;
  readonly reason: string;
}

const EXPECTED =
  'expected shader sources with an interlock, ELF objects, assembly text, hexadecimal words or corpus files';

/**
 * Reads all programs in all files and folders. Skips unreadable files, folders without
 * programs, and chips that a source cannot be compiled for.
 */
export function readInputs(
  paths: readonly string[],
  settings: CheckSettings,
  onUnreadable: (file: UnreadableFile) => void,
): readonly CheckSubject[] {
  return paths.flatMap((path) => {
    const files = findPrograms(path);
    if (files.length === 0) onUnreadable({ file: path, reason: `No programs found in ${path}; ${EXPECTED}` });
    return files.flatMap((file) => {
      const reasons = new Set<string>();
      const onRejected = ({ message: reason }: UsageError): void => {
        if (!reasons.has(reason)) onUnreadable({ file, reason });
        reasons.add(reason);
      };
      try {
        if (file !== path && lstatSync(file).isSymbolicLink())
          throw new UsageError(`Cannot use ${file}: it is a link, which is followed only if it is named`);
        return readSubjects(file, { ...settings, onRejected });
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        onRejected(error);
        return [];
      }
    });
  });
}
