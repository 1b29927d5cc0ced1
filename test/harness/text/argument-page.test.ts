import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { formatMarkdownTable, makeColumns } from '../../../harness/text/index.js';
import { ARGUMENTS, type ArgumentRow } from '../../../stimulus/index.js';

/** What loads each kind of register. The prose above the table explains where each kind begins. */
const LOADED_BY: Readonly<Record<ArgumentRow['kind'], string>> = {
  user: 'user SGPR',
  system: 'hardware',
  input: 'hardware',
};

/** Returns the argument table for docs/state-file.md, generated from the same data that validates state files. */
function formatArgumentTable(): string {
  return formatMarkdownTable(
    makeColumns('name', 'registers', 'loaded by', 'contents'),
    ARGUMENTS.map(({ name, file, registers, kind, meaning }) => [
      `\`${name}\``,
      `${file}, ${registers}`,
      LOADED_BY[kind],
      meaning,
    ]),
  );
}

const PAGE = join(findPackageRoot(), 'docs', 'state-file.md');

it('docs/state-file.md lists the names allowed in state files (regenerate with: npx vitest run test/harness/text/argument-page.test.ts -u)', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const [head, , tail] = page.split(/(?<=<!-- arguments -->\n)|(?=<!-- end of arguments -->)/);
  const end = tail ?? page.slice(page.indexOf('<!-- end of arguments -->'));
  await expect(`${head}\n${formatArgumentTable()}\n\n${end}`).toMatchFileSnapshot(PAGE);
});
