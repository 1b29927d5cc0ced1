import { parseSignatureOrigin } from '../../../failures/groups/group-text.js';

it.each([
  ['ORD-06 spi gfx10.3 rmw_buffer', 'gfx10.3', 'rmw_buffer'],
  ['inconclusive gfx9 or_bits', 'gfx9', 'or_bits'],
  ['expected-RACE-01 gfx12 a program', 'gfx12', 'a program'],
  ['timeout: exceeded --test-time', '', ''],
  ['error Error gfx10 has no such field', '', ''],
])('reads the generation and the program from "%s"', (signature, generation, program) => {
  expect(parseSignatureOrigin(signature)).toEqual({ generation, program });
});
