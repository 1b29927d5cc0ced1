import { join } from 'node:path';
import { expect, it } from 'vitest';
import { editorSchemas, packageRoot } from '../../regression/index.js';
import { resultsJsonSchema } from '../../report/index.js';

it('is what docs/results.schema.json holds (npx vitest run test/report/results-schema.test.ts -u writes it)', async () => {
  const text = `${JSON.stringify(resultsJsonSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(packageRoot(), 'docs', 'results.schema.json'));
});

it.each(['suite', 'config'] as const)(
  'editors have docs/%s.schema.json, which -u writes, too',
  async (kind) => {
    const text = `${JSON.stringify(editorSchemas()[kind], null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(join(packageRoot(), 'docs', `${kind}.schema.json`));
  },
);
