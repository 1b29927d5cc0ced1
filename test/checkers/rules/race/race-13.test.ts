import { checkText, readCorpusText } from '../../../intake/check/support/check-text.js';

/** Returns the RACE-13 findings of a program in whole quad mode that sets EXEC as given before its store. */
function listFindings(chip: string, setsExec: string): readonly string[] {
  const { text, state } = readCorpusText(`rmw_buffer/${chip}/w64/mono`, (asm) =>
    asm.startsWith('buffer_store') ? `${setsExec}\n${asm}` : asm,
  );
  const program = `s_mov_b64 s[20:21], exec\ns_wqm_b64 exec, exec\n${text}`;
  return checkText({ text: program, state })
    .violations.filter(({ violation }) => violation.rule === 'RACE-13')
    .map(({ violation: { severity, observed } }) => `${severity}: ${observed}`);
}

it.each(['vega10', 'navi21', 'navi31', 'navi48'])('fires once for a store in helper lanes on %s', (chip) => {
  expect(listFindings(chip, 's_wqm_b64 exec, s[20:21]')).toEqual([
    expect.stringMatching(
      /^error: The store of wave \d+ .* also runs in lane \d+, a helper lane of primitive \d+/,
    ),
  ]);
});

it('does not fire for a store in exact mode', () => {
  expect(listFindings('navi21', 's_mov_b64 exec, s[20:21]')).toEqual([]);
});
