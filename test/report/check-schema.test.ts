import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../regression/index.js';
import { checkJsonSchema } from '../../report/index.js';

const PAGE = 'docs/check.schema.json';

it('is what docs/check.schema.json holds (npx vitest run test/report/check-schema.test.ts -u writes it)', async () => {
  const text = `${JSON.stringify(checkJsonSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(packageRoot(), PAGE));
});
