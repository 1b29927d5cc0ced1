import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { formatArgumentTable } from '../../../harness/text/argument-page.js';

const PAGE = join(findPackageRoot(), 'docs', 'state-file.md');

it('docs/state-file.md lists the names allowed in state files (regenerate with: npx vitest run test/harness/text/argument-page.test.ts -u)', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const [head, , tail] = page.split(/(?<=<!-- arguments -->\n)|(?=<!-- end of arguments -->)/);
  const end = tail ?? page.slice(page.indexOf('<!-- end of arguments -->'));
  await expect(`${head}\n${formatArgumentTable()}\n\n${end}`).toMatchFileSnapshot(PAGE);
});
