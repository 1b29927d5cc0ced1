import {
  bin,
  compileModel,
  covergroup,
  createEmptyCoverage,
  defineCovergroup,
  findHoles,
  getBinRows,
  setUserCovergroups,
} from '../../../coverage/index.js';
import { cover, tinyModel } from '../support/tiny-model.js';

test('a bin without statements inherits them from its coverpoint, or else from its covergroup', () => {
  const model = compileModel([
    covergroup({
      name: 'inherited',
      version: 1,
      text: 'Bins with and without statements.',
      statements: ['S-001'],
      points: {
        own: {
          text: 'With statements.',
          statements: ['S-002'],
          bins: [bin('a', [0], { statements: ['S-003'] }), bin('b', [1])],
        },
        none: { text: 'Without.', bins: [bin('c', [0])] },
      },
      crosses: [],
      monitor: () => ({}),
    }),
  ]);
  const rows = getBinRows(createEmptyCoverage(), model).map(({ item, bin: name, statements }) => [
    item,
    name,
    ...statements,
  ]);
  expect(rows).toEqual([
    ['own', 'a', 'S-003'],
    ['own', 'b', 'S-002'],
    ['none', 'c', 'S-001'],
  ]);
});

test('bins that passing tests hit too rarely are holes, unless they are illegal', () => {
  const twoHits = cover('r', [{ index: 0, primitives: [0, 1, 1], passed: true }]);
  expect(findHoles(twoHits, tinyModel).map((row) => row.bin)).toEqual(['1', '2']);
  const failedTest = { index: 1, primitives: [1, 2], passed: false };
  const threeHits = cover('r', [{ index: 0, primitives: [0, 1, 1, 1], passed: true }, failedTest]);
  expect(findHoles(threeHits, tinyModel).map((row) => row.bin)).toEqual(['2']);
});

afterAll(() => setUserCovergroups([]));

test('bin rows reflect changes to the user-defined covergroups', () => {
  const userGroup = defineCovergroup({
    name: 'acme.waves',
    version: 1,
    text: 'Waves.',
    statements: [],
    points: { times: { text: 'Times.', bins: [bin('one', [1])] } },
    crosses: [],
    monitor: () => ({}),
  });
  const data = createEmptyCoverage();
  const builtInCount = getBinRows(data).length;
  setUserCovergroups([userGroup]);
  expect(getBinRows(data).length).toBe(builtInCount + 1);
  setUserCovergroups([]);
  expect(getBinRows(data).length).toBe(builtInCount);
});
