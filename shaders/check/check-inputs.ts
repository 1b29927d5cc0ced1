import { UsageError } from '../../transactions/index.js';
import { type CheckSetting, type CheckSubject, readSubjects } from './check-subjects.js';
import { programsBelow } from './program-files.js';

/** An unreadable file, and why in one line. */
export interface UnreadableFile {
  readonly file: string;
  readonly reason: string;
}

/**
 * All programs of all files and folders. An unreadable file affects no other file; a chip that a source cannot be
 * compiled for affects no other chip.
 */
export function readInputs(
  paths: readonly string[],
  setting: CheckSetting,
  onUnreadable: (each: UnreadableFile) => void,
): readonly CheckSubject[] {
  return paths.flatMap((path) =>
    programsBelow(path, (setting.chips ?? []).length > 0).flatMap((file) => {
      const reasons = new Set<string>();
      const onRefused = ({ message: reason }: UsageError): void => {
        if (!reasons.has(reason)) onUnreadable({ file, reason });
        reasons.add(reason);
      };
      try {
        return readSubjects(file, { ...setting, onRefused });
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        onRefused(error);
        return [];
      }
    }),
  );
}
