import { expect, test } from 'vitest';
import { buildMatrixPage } from './support/matrix-page.js';

test('docs/matrix.md matches the cells', async () => {
  await expect(buildMatrixPage()).toMatchFileSnapshot('../../../docs/matrix.md');
});
