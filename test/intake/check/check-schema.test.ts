import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { checkJsonSchema } from '../../../intake/check/check-schema.js';

const PAGE = 'docs/check.schema.json';

it('the check schema matches docs/check.schema.json (to update it: npx vitest run -u)', async () => {
  const text = `${JSON.stringify(checkJsonSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(findPackageRoot(), PAGE));
});
