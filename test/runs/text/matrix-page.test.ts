import { expect, test } from 'vitest';
import { matrixPage } from '../../../runs/text/matrix-page.js';

test('docs/matrix.md says what the cells are', async () => {
  await expect(matrixPage()).toMatchFileSnapshot('../../../docs/matrix.md');
});
