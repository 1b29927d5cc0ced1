import { expect, test } from 'vitest';
import { litmusPage } from '../../../runs/text/litmus-page.js';

test('docs/litmus.md matches the cells', async () => {
  await expect(litmusPage()).toMatchFileSnapshot('../../../docs/litmus.md');
});
