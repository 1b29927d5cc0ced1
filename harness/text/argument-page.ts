import { ARGUMENTS, type ArgumentRow } from '../../stimulus/index.js';
import { formatMarkdownTable } from './table.js';

/** What loads each kind of register. The prose above the table explains where each kind begins. */
const LOADED_BY: Readonly<Record<ArgumentRow['kind'], string>> = {
  user: 'user SGPR',
  system: 'hardware',
  input: 'hardware',
};

/** Returns the argument table for docs/state-file.md, generated from the same data that validates state files. */
export function formatArgumentTable(): string {
  return formatMarkdownTable(
    [{ title: 'name' }, { title: 'registers' }, { title: 'loaded by' }, { title: 'contents' }],
    ARGUMENTS.map(({ name, file, registers, kind, meaning }) => [
      `\`${name}\``,
      `${file}, ${registers}`,
      LOADED_BY[kind],
      meaning,
    ]),
  );
}
