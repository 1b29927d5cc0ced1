import { expect, test } from 'vitest';
import { buildLitmusPage } from './support/litmus-page.js';

test('docs/litmus.md matches the cells', async () => {
  await expect(buildLitmusPage()).toMatchFileSnapshot('../../../docs/litmus.md');
});
