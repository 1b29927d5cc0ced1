import { formatReplay } from '../../../failures/text/replay-text.js';
import { type ReplayResult, replayScenario } from '../../../harness/one-test/replay.js';
import { listErrors } from '../../../harness/records/cause-order.js';
import type { FaultId } from '../../../transactions/index.js';
import { drawTest } from '../../support/drawn-test.js';
import { asciiStyle } from '../picture/support/pictures.js';

/** Replays the sequence with the first seed in a small range for which the faults cause a violation. */
function replaySequence(sequence: string, faults: readonly FaultId[]): ReplayResult {
  for (let seed = 0x1f; seed < 0x5f; seed++) {
    const result = replayScenario(
      drawTest(sequence, `0x${seed.toString(16)}`, { chips: ['navi10'], faults }),
    );
    if (faults.length === 0 || result.verdict.violations.length > 0) return result;
  }
  throw new Error(`no seed from 0x1f to 0x5e makes ${sequence} fail with ${faults.join()}`);
}

describe('the output of replay', () => {
  it('puts the picture between the first violation and the others', () => {
    const result = replaySequence('rmw_buffer', ['F22']);
    const text = formatReplay(result, 'the line', asciiStyle(90));
    const markers = [
      '  hint  ',
      '\n    x ',
      `! ${result.verdict.violations[0].rule}, cycle`,
      'Other violations',
      'FAIL ',
    ];
    const offsets = markers.map((marker) => text.indexOf(marker));
    expect(offsets).not.toContain(-1);
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
  });

  it('shows which waves wait for which others when the run stops with work outstanding', () => {
    const result = replaySequence('discard_after_packer', ['F71']);
    expect(result.verdict.violations[0].rule).not.toBe('HANG-01');
    expect(formatReplay(result, 'the line', asciiStyle(90))).toMatch(
      /Waiting at the end \(HANG-01\):\n {2}(wave|packer) \d/,
    );
  });

  it('does not list a rule that fired as not checked, although part of its data is missing', () => {
    const result = replaySequence('rmw_buffer', ['F22']);
    const [{ rule }] = result.verdict.violations;
    const unchecked = [
      { rule, missing: 'primitive' },
      { rule: 'LAUNCH-13', missing: 'primitive' },
    ] as const;
    const text = formatReplay({ ...result, verdict: { ...result.verdict, unchecked } }, '', asciiStyle(90));
    expect(text).toContain('Not checked: LAUNCH-13 (missing: primitive)');
  });

  it('starts with the cause that the failure is named after, and shows it in the picture', () => {
    const result = replayScenario(drawTest('coherent_buffer', '0xdaf0d9222a9d68ee', { faults: ['F90'] }));
    const [cause] = listErrors(result.verdict.violations);
    expect(result.verdict.violations[0].rule).toBe('ORD-02');
    const text = formatReplay(result, 'the line', asciiStyle(90));
    expect(text).toMatch(/^PROTO-03 /);
    expect(text).toMatch(/! PROTO-03, cycle/);
    expect(text).toContain(`\nFAIL  ${cause}, in bucket ORD-02 program gfx9 coherent_buffer/`);
  });

  it('draws nothing for a test that passes', () => {
    const text = formatReplay(replaySequence('rmw_buffer', []), 'the line', asciiStyle(90));
    expect(text).toMatch(/^PASS\n/);
  });
});
