import { compareLists } from '../../../../checkers/evidence/reference/compare.js';
import type { MemoryObject } from '../../../../transactions/index.js';

const HEADS: MemoryObject = {
  name: 'heads',
  address: 0x1000,
  bytes: 8,
  initial: [],
  compare: { kind: 'per-pixel-list', nodes: 'nodes', nodeWords: 2, nextWord: 0, firstWord: 1 },
};
const LIST_LAYOUT = {
  kind: 'per-pixel-list',
  nodes: 'nodes',
  nodeWords: 2,
  nextWord: 0,
  firstWord: 1,
} as const;

const createImage = (heads: number[], nodes: number[]) => ({
  heads: Int32Array.from(heads),
  nodes: Int32Array.from(nodes),
});

/** Two pixels: the first has a list with payloads 20 and 10, in that order, and the second a list with payload 30. */
const EXPECTED = createImage([2, 3], [99, 0, 10, 1, 20, 0, 30]);

test('the comparison ignores node indices as long as the payloads match', () => {
  const observed = createImage([3, 1], [77, 0, 30, 0, 10, 2, 20]);
  expect(compareLists(HEADS, LIST_LAYOUT, observed, EXPECTED)).toMatchObject({
    differences: [],
    compared: 2,
  });
});

test('the comparison reports a list in a different order, with its expected and observed contents', () => {
  const observed = createImage([2, 3], [99, 0, 20, 1, 10, 0, 30]);
  const { differences } = compareLists(HEADS, LIST_LAYOUT, observed, EXPECTED);
  expect(differences).toHaveLength(1);
  expect(differences[0]).toMatchObject({
    item: 'the list at head 0',
    expected: '[0x00000014] [0x0000000a]',
    observed: '[0x0000000a] [0x00000014]',
  });
});

test('the comparison reports a list with a missing node or a cycle', () => {
  const missingNode = compareLists(
    HEADS,
    LIST_LAYOUT,
    createImage([9, 3], [99, 0, 10, 1, 20, 0, 30]),
    EXPECTED,
  );
  expect(missingNode.differences[0].observed).toContain('does not exist');
  const cycle = compareLists(HEADS, LIST_LAYOUT, createImage([2, 3], [99, 2, 10, 1, 20, 0, 30]), EXPECTED);
  expect(cycle.differences[0].observed).toContain('and then repeats');
});
