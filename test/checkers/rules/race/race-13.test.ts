import type { MemoryIssued } from '../../../../transactions/index.js';
import { checkText, readCorpusText } from '../../../intake/check/support/check-text.js';
import { BUFFER, scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';
import { LANES } from '../../support/test-quads.js';

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

test('skips loads and private memory, which no other wave sees', () => {
  const fires = (changes: Partial<MemoryIssued>): boolean => {
    const stream = new Stream(scene()).form([{ x: 0, y: 0, primitive: 0, masks: [1, 0, 0, 0] }]);
    stream.issue({ wave: 0, operation: 'store' });
    const store = stream.transactions.pop() as MemoryIssued;
    const addresses = new Float64Array(LANES).fill(BUFFER);
    stream.add({ ...store, lanesLo: 0xf, addresses, ...changes });
    return listFiredRules(stream.judge()).includes('RACE-13');
  };
  expect([fires({}), fires({ operation: 'load' }), fires({ space: 'scratch' })]).toEqual([
    true,
    false,
    false,
  ]);
});
