import { expect, it } from 'vitest';
import { PAIR_SLOTS } from '../../../coverage/index.js';
import { BehaviourNovelty } from '../../../harness/steering/shares.js';
import { packBehaviour } from '../../../harness/workers/test-behaviours.js';
import { RULE_IDS } from '../../../transactions/index.js';

const [first, second] = RULE_IDS;

it("combines a test's event pairs and armed rules", () => {
  expect(packBehaviour([3, 9], { [second!]: 4, [first!]: 1 })).toEqual([3, 9, PAIR_SLOTS, PAIR_SLOTS + 1]);
  expect(packBehaviour([], { [first!]: 0 })).toEqual([]);
});

it('credits a sequence with behaviour that only one test has shown, until a second test shows it', () => {
  const novelty = new BehaviourNovelty();
  novelty.add('rich', [1, 2, PAIR_SLOTS]);
  novelty.add('poor', [1]);
  expect([...novelty.valueBySequence()]).toEqual([['rich', 1.1]]);
  novelty.add('rich', [2]);
  novelty.add('poor', [1, PAIR_SLOTS]);
  expect([...novelty.valueBySequence()]).toEqual([]);
});
