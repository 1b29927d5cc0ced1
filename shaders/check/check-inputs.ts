import { UsageError } from '../../transactions/index.js';
import { type CheckSetting, type CheckSubject, readSubjects } from './check-subjects.js';
import { programsBelow } from './program-files.js';

/** An unusable file, and why in one line. */
export interface UnreadableFile {
  readonly file: string;
  readonly reason: string;
}

/** All programs of all files and folders; an unusable file affects only itself. */
export function readInputs(
  paths: readonly string[],
  setting: CheckSetting,
  onUnreadable: (each: UnreadableFile) => void,
): readonly CheckSubject[] {
  return paths.flatMap((path) =>
    programsBelow(path, (setting.chips ?? []).length > 0).flatMap((file) => {
      try {
        return readSubjects(file, setting);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        onUnreadable({ file, reason: error.message });
        return [];
      }
    }),
  );
}
