import { GENERATIONS, type Gfx, isAtLeast } from '../../../../arch/index.js';
import {
  changeSection,
  findBrokenRules,
  getFinding,
  getNullOffset,
  type ProgramLines,
  SECTION,
} from '../../evidence/static/support/section-text.js';

const makeStore = (gfx: Gfx, descriptor: string): string =>
  isAtLeast(gfx, 'gfx11')
    ? `buffer_store_b32 v5, v0, ${descriptor}, ${getNullOffset(gfx)} offen`
    : `buffer_store_dword v5, v0, ${descriptor}, ${getNullOffset(gfx)} offen`;

const storeBefore = (gfx: Gfx, descriptor: string): ProgramLines => [
  makeStore(gfx, descriptor),
  ...SECTION[gfx],
];
const storeAfter = (gfx: Gfx, descriptor: string): ProgramLines =>
  changeSection(gfx, 's_endpgm', makeStore(gfx, descriptor), 's_endpgm');

test.each(GENERATIONS)("fires when %s code stores to its section's memory before or after it", (gfx) => {
  expect(getFinding('PROTO-08', storeBefore(gfx, 's[0:3]'), gfx).observed).toContain('before its entry wait');
  expect(getFinding('PROTO-08', storeAfter(gfx, 's[0:3]'), gfx).observed).toContain('after its exit');
});

test.each(GENERATIONS)(
  'does not fire when %s code stores to a different buffer before or after the section',
  (gfx) => {
    expect(findBrokenRules(storeBefore(gfx, 's[12:15]'), gfx)).not.toContain('PROTO-08');
    expect(findBrokenRules(storeAfter(gfx, 's[12:15]'), gfx)).toEqual([]);
  },
);

test.each(GENERATIONS)(
  'does not fire when %s code only reads the memory of its section, inside and outside it',
  (gfx) => {
    const read = makeStore(gfx, 's[12:15]').replace('store', 'load');
    const [load] = SECTION[gfx].filter((line) => line.startsWith('buffer_load'));
    expect(findBrokenRules([read, ...changeSection(gfx, load, load, read)], gfx)).not.toContain('PROTO-08');
  },
);

test.each(GENERATIONS)(
  'does not fire when %s code atomically updates and reads a word shared by all fragments',
  (gfx) => {
    const [add, load] = isAtLeast(gfx, 'gfx11') ? ['add_u32', 'load_b32'] : ['add', 'load_dword'];
    const sharedAdd = `buffer_atomic_${add} v5, off, s[0:3], ${getNullOffset(gfx)} offset:64`;
    expect(findBrokenRules([sharedAdd, ...SECTION[gfx]], gfx)).not.toContain('PROTO-08');
    expect(findBrokenRules(changeSection(gfx, 's_endpgm', sharedAdd, 's_endpgm'), gfx)).toEqual([]);
    expect(
      findBrokenRules([`buffer_${load} v5, off, s[0:3], ${getNullOffset(gfx)}`, ...SECTION[gfx]], gfx),
    ).not.toContain('PROTO-08');
    const fragmentAdd = `buffer_atomic_${add} v5, v0, s[0:3], ${getNullOffset(gfx)} offen`;
    expect(getFinding('PROTO-08', [fragmentAdd, ...SECTION[gfx]], gfx).observed).toContain(
      'before its entry wait',
    );
  },
);
