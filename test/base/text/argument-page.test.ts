import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../base/basics/package-root.js';
import { argumentTable } from '../../../base/text/argument-page.js';

const PAGE = join(packageRoot(), 'docs', 'state-file.md');

it('docs/state-file.md lists the names allowed in state files (npx vitest run test/base/text/argument-page.test.ts -u writes it)', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const [head, , tail] = page.split(/(?<=<!-- arguments -->\n)|(?=<!-- end of arguments -->)/);
  const end = tail ?? page.slice(page.indexOf('<!-- end of arguments -->'));
  await expect(`${head}\n${argumentTable()}\n\n${end}`).toMatchFileSnapshot(PAGE);
});
