import { GENERATIONS } from '../../../arch/index.js';
import { emitReleaseStore, getDialect } from '../../../stimulus/dialect/index.js';

it('a release store uses cache bits, or a narrow-scope store plus a write-back on generations with scopes', () => {
  const texts = (['SCOPE_CU', 'SCOPE_SE'] as const).flatMap((scope) =>
    GENERATIONS.map((gfx) => emitReleaseStore(getDialect(gfx, 32), 'v1', 'v2', scope)),
  );
  expect([texts.at(0), texts.at(GENERATIONS.length - 1), texts.at(-1)]).toEqual([
    'buffer_store_dword v1, v2, s[0:3], 0 offen glc',
    'buffer_store_b32 v1, v2, s[0:3], null offen\n  global_wb scope:SCOPE_DEV',
    'buffer_store_b32 v1, v2, s[0:3], null offen scope:SCOPE_SE\n  global_wb scope:SCOPE_DEV',
  ]);
});
