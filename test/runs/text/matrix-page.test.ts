import { expect, test } from 'vitest';
import { matrixPage } from '../../../runs/text/matrix-page.js';

test('docs/matrix.md matches the cells', async () => {
  await expect(matrixPage()).toMatchFileSnapshot('../../../docs/matrix.md');
});
