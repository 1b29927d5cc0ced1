import { SectionWords } from '../../../../checkers/evidence/ledger/ordered-memory.js';
import type { MemoryObject } from '../../../../transactions/index.js';

const START = 0x1000;
const OBJECT: MemoryObject = {
  name: 'buf',
  address: START,
  bytes: 64,
  initial: [],
  compare: { kind: 'bytes' },
};

const LOAD = { writes: false, isAtomic: false };
const STORE = { writes: true, isAtomic: false };
const ATOMIC = { writes: true, isAtomic: true };

/** Returns the section words after the given accesses to the first word, each inside or outside a section. */
function recordAccesses(
  ...accesses: readonly (readonly [access: typeof LOAD, inSection: boolean])[]
): SectionWords {
  const words = new SectionWords([OBJECT]);
  for (const [access, inSection] of accesses) words.add(START, 4, access, inSection);
  return words;
}

describe('an access outside sections', () => {
  it('conflicts only with those words of an object that a section has accessed', () => {
    const words = recordAccesses([STORE, true]);
    expect(words.touchesOrderedWord(START, 4, LOAD)).toBe(true);
    expect(words.touchesOrderedWord(START + 4, 4, STORE)).toBe(false);
    expect(words.touchesOrderedWord(START - 4, 8, STORE)).toBe(false);
    expect(words.touchesOrderedWord(START - 4, 4, STORE)).toBe(false);
  });

  it('conflicts with words that sections only read if it writes them, or if another access has already written them', () => {
    expect(recordAccesses([LOAD, true]).touchesOrderedWord(START, 4, LOAD)).toBe(false);
    expect(recordAccesses([LOAD, true]).touchesOrderedWord(START, 4, STORE)).toBe(true);
    expect(recordAccesses([LOAD, true], [STORE, false]).touchesOrderedWord(START, 4, LOAD)).toBe(true);
  });

  it('does not conflict with a section if both use only atomics', () => {
    expect(recordAccesses([ATOMIC, true]).touchesOrderedWord(START, 4, ATOMIC)).toBe(false);
    expect(recordAccesses([ATOMIC, true], [LOAD, true]).touchesOrderedWord(START, 4, ATOMIC)).toBe(true);
    expect(recordAccesses([ATOMIC, true]).touchesOrderedWord(START, 4, LOAD)).toBe(true);
  });

  it('does not conflict with words that no section has accessed', () => {
    expect(recordAccesses([STORE, false]).touchesOrderedWord(START, 4, STORE)).toBe(false);
  });
});
