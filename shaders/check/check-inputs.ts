import { UsageError } from '../../transactions/index.js';
import { type CheckSettings, type CheckSubject, readSubjects } from './check-subjects.js';
import { findPrograms } from './program-files.js';

/** An unreadable file, with a one-line reason. */
export interface UnreadableFile {
  readonly file: string;
  readonly reason: string;
}

/**
 * Reads all programs in all files and folders. Skips unreadable files, and chips that a source cannot be compiled for.
 */
export function readInputs(
  paths: readonly string[],
  settings: CheckSettings,
  onUnreadable: (file: UnreadableFile) => void,
): readonly CheckSubject[] {
  return paths.flatMap((path) =>
    findPrograms(path, (settings.chips ?? []).length > 0).flatMap((file) => {
      const reasons = new Set<string>();
      const onRejected = ({ message: reason }: UsageError): void => {
        if (!reasons.has(reason)) onUnreadable({ file, reason });
        reasons.add(reason);
      };
      try {
        return readSubjects(file, { ...settings, onRejected });
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        onRejected(error);
        return [];
      }
    }),
  );
}
