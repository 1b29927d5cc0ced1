import { GENERATIONS, type Gfx, isAtLeast } from '../../../../arch/index.js';
import {
  changeSection,
  findBrokenRules,
  getFinding,
  getNullOffset,
  type ProgramLines,
  SECTION,
} from '../../evidence/static/support/section-text.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/** Returns the golden sequence without a reachable entry wait. */
const removeEntryWait = (gfx: Gfx): ProgramLines =>
  isAtLeast(gfx, 'gfx11') ? SECTION[gfx].filter((line) => !line.startsWith('s_wait_event')) : skipWait(gfx);

function skipWait(gfx: Gfx): ProgramLines {
  const branch = SECTION[gfx].find((line) => line.startsWith('s_cbranch_scc'))!;
  return changeSection(gfx, branch, branch.replace(/s_cbranch_scc[01]/, 's_branch'));
}

test.each(GENERATIONS)('fires when %s code writes memory but no path waits', (gfx) => {
  const { observed } = getFinding('PROTO-11', removeEntryWait(gfx), gfx);
  expect(observed).toMatch(
    /No path of the program has an entry wait, and this one writes at pc .* \(buffer_store/,
  );
});

test.each(GENERATIONS)('does not fire when %s code waits on paths with an overlap', (gfx) => {
  expect(findBrokenRules(SECTION[gfx], gfx)).toEqual([]);
});

test.each(GENERATIONS)('does not fire when %s code without a wait only reads', (gfx) => {
  const readingSection = removeEntryWait(gfx).filter((line) => !line.startsWith('buffer_store'));
  expect(findBrokenRules(readingSection, gfx)).not.toContain('PROTO-11');
});

test.each(GENERATIONS)(
  'does not fire when %s code without a wait only adds atomically to a word shared by all fragments',
  (gfx) => {
    const replaceStores = (address: string): ProgramLines =>
      removeEntryWait(gfx).map((line) =>
        line.startsWith('buffer_store')
          ? `buffer_atomic_${isAtLeast(gfx, 'gfx11') ? 'add_u32' : 'add'} v1, ${address}, s[0:3], ${getNullOffset(gfx)}${address === 'off' ? '' : ' offen'}`
          : line,
      );
    expect(findBrokenRules(replaceStores('off'), gfx)).not.toContain('PROTO-11');
    expect(findBrokenRules(replaceStores('v0'), gfx)).toContain('PROTO-11');
  },
);

/** The `s_branch` word that replaces the branch around the wait in GFX10 code. */
const BRANCH = { index: 1, word: 0xbf82000e };

test('checks only the programs of draws with an interlock', () => {
  const checkInterlock = (interlock: 'pixel-ordered' | 'none'): string[] => {
    const scenario = scene({ draw: { interlock } });
    const [program] = scenario.programs;
    const words = program.words.with(BRANCH.index, BRANCH.word);
    return listFiredRules(new Stream({ ...scenario, programs: [{ ...program, words }] }).judge());
  };
  expect(checkInterlock('pixel-ordered')).toContain('PROTO-11');
  expect(checkInterlock('none')).not.toContain('PROTO-11');
});
