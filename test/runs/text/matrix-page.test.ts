import { expect, test } from 'vitest';
import { buildMatrixPage } from '../../../runs/text/matrix-page.js';

test('docs/matrix.md matches the cells', async () => {
  await expect(buildMatrixPage()).toMatchFileSnapshot('../../../docs/matrix.md');
});
