import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder, createWriter } from '../../cli/support/run-cli.js';
import { checkText, readCorpusText } from './support/check-text.js';

const ADDRESS = 'v_lshlrev_b32_e32 v0, 2, v0';
const LOAD = 'buffer_load_dword v2, v0, s[4:7], 0 offen';
const STORE = 'buffer_store_dword v2, v0, s[4:7], 0 offen';
const ATOMIC = 'buffer_atomic_add v2, v0, s[4:7], 0 offen';

/** Returns the warnings for a program that updates one word per pixel, after replacing some of its lines. */
function getWarnings(replacements: Readonly<Record<string, string>>): readonly string[] {
  const { text, state } = readCorpusText('rmw_buffer/navi21/w32/mono', (asm) => replacements[asm] ?? asm);
  return checkText({ text, state }, { seeds: 1 }).weaknesses.map(
    ({ name, text: warning }) => `${name}: ${warning}`,
  );
}

/** Instructions that map all pixels, or each pair of pixels, to the same word. */
const SHARED = ['v_mov_b32_e32 v0, 0', 'v_and_b32_e32 v0, -8, v0'];

describe('words that pixels share', () => {
  it.each(SHARED)('are reported with their location after %s', (address) => {
    const [first = ''] = getWarnings({ [ADDRESS]: `v_lshlrev_b32_e32 v0, 2, v0\n${address}` });
    expect(first).toMatch(
      /^shared-words: sections of different pixels load and store the same word, at line \d+, pc 0x[0-9a-f]+; interlocks do not order different pixels/,
    );
  });

  it('fail with --strict unless a known issue names the warning', async () => {
    const folder = createTempFolder();
    const save = createWriter(folder);
    const { text, state } = readCorpusText('rmw_buffer/navi21/w32/mono', (asm) =>
      asm === ADDRESS ? 'v_mov_b32_e32 v0, 0' : asm,
    );
    const options = ['--state', save('state.json', JSON.stringify(state)), '--seeds', '1', '--strict'];
    const check = async (...names: readonly string[]) => {
      const issues = names.map((rule) => ({ rule, reason: 'a counter', owner: 'me', expires: '2999-12-31' }));
      const known = save('known.json', JSON.stringify(issues));
      const { code, stdout } = await callCli([
        'check',
        save('a.s', text),
        ...options,
        '--known-issues',
        known,
      ]);
      return [code, /^ {2}(.* shared-words.*?:)/m.exec(stdout)?.[1]];
    };
    expect(await check('VIS-01', 'VIS-02')).toEqual([1, 'warning shared-words:']);
    expect(await check('VIS-01', 'VIS-02', 'shared-words')).toEqual([0, 'known: shared-words:']);
  });

  it('are not reported if each pixel has its own word', () => {
    expect(getWarnings({})).toEqual([]);
  });

  it.each([
    ['only written', { [LOAD]: '' }],
    ['written by atomics', { [LOAD]: '', [STORE]: ATOMIC }],
  ])('cause no warning if they are %s', (_, changes) => {
    const replacements = { ...changes, [ADDRESS]: 'v_mov_b32_e32 v0, 0' };
    expect(getWarnings(replacements).filter((warning) => warning.startsWith('shared-words'))).toEqual([]);
  });
});
