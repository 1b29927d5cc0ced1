import { expect, test } from 'vitest';
import { litmusPage } from '../../../runs/text/litmus-page.js';

test('docs/litmus.md says what the cells are', async () => {
  await expect(litmusPage()).toMatchFileSnapshot('../../../docs/litmus.md');
});
