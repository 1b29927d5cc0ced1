import { expect, test } from 'vitest';
import { compareLists } from '../../../../checkers/evidence/reference/compare.js';
import type { MemoryObject } from '../../../../transactions/index.js';

const HEADS: MemoryObject = {
  name: 'heads',
  address: 0x1000,
  bytes: 8,
  initial: [],
  compare: { kind: 'per-pixel-list', nodes: 'nodes', nodeWords: 2, nextWord: 0, firstWord: 1 },
};
const LAYOUT = {
  kind: 'per-pixel-list',
  nodes: 'nodes',
  nodeWords: 2,
  nextWord: 0,
  firstWord: 1,
} as const;

const image = (heads: number[], nodes: number[]) => ({
  heads: Int32Array.from(heads),
  nodes: Int32Array.from(nodes),
});

/** Two pixels: the list of the first holds payloads 20 and 10, in this order; that of the second holds 30. */
const EXPECTED = image([2, 3], [99, 0, 10, 1, 20, 0, 30]);

test('the comparison treats lists with equal payloads and different node numbers as equal', () => {
  const observed = image([3, 1], [77, 0, 30, 0, 10, 2, 20]);
  expect(compareLists(HEADS, LAYOUT, observed, EXPECTED)).toMatchObject({ differences: [], compared: 2 });
});

test('the comparison reports the list whose order differs, with the expected and the observed contents', () => {
  const observed = image([2, 3], [99, 0, 20, 1, 10, 0, 30]);
  const { differences } = compareLists(HEADS, LAYOUT, observed, EXPECTED);
  expect(differences).toHaveLength(1);
  expect(differences[0]).toMatchObject({
    item: 'the list of head 0',
    expected: '[0x00000014] [0x0000000a]',
    observed: '[0x0000000a] [0x00000014]',
  });
});

test('the comparison reports a list with a missing node or a cycle', () => {
  const missingNode = compareLists(HEADS, LAYOUT, image([9, 3], [99, 0, 10, 1, 20, 0, 30]), EXPECTED);
  expect(missingNode.differences[0].observed).toContain('does not exist');
  const cycle = compareLists(HEADS, LAYOUT, image([2, 3], [99, 2, 10, 1, 20, 0, 30]), EXPECTED);
  expect(cycle.differences[0].observed).toContain('in a cycle');
});
