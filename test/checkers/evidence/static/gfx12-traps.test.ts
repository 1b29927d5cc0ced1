import type { WaveSize } from '../../../../arch/index.js';
import { examine } from '../../../../checkers/evidence/static/examine.js';
import { emitGoldenProgram } from '../../../../stimulus/golden/program.js';
import { GOLDEN_MODE } from '../../../../stimulus/golden/scene.js';
import { decodeSource } from '../../../arch/support/machine.js';

/** Returns the rules broken on any path of a GFX12 program, according to the static pass. */
function findBrokenRules(text: string, wave: WaveSize = 32): string[] {
  const decoded = decodeSource(text, 'gfx12', wave);
  const report = examine(decoded, undefined);
  expect([...report.unsupported]).toEqual([]);
  return [...report.findings.keys()].sort();
}

const LIST_PROGRAM = emitGoldenProgram('gfx12', 32, GOLDEN_MODE.PIXEL_LIST);

function findRulesBrokenByChange(from: string, to: string): string[] {
  expect(LIST_PROGRAM).toContain(from);
  return findBrokenRules(LIST_PROGRAM.replace(from, to));
}

describe('a GFX12 program', () => {
  it.each([32, 64] as const)('breaks no rules as a wave%i if written for its generation', (wave) => {
    for (const mode of Object.values(GOLDEN_MODE))
      expect(findBrokenRules(emitGoldenProgram('gfx12', wave, mode), wave)).toEqual([]);
  });

  it('may use scalar floats, although the static pass does not model their rounding', () => {
    expect(
      findBrokenRules(
        's_add_f32 s0, 1.0, 2.0\ns_cmp_lt_f32 s0, 1.0\ns_cbranch_scc1 over\nover: export mrt0 off, off, off, off done\ns_endpgm',
      ),
    ).toEqual([]);
  });

  it.each([
    ['0x0, as on GFX11', 's_wait_event 0x0'],
    ['0x1', 's_wait_event 0x1'],
  ])('does not wait for the export-ready event with immediate %s (F80)', (_, wait) => {
    expect(findRulesBrokenByChange('s_wait_event 0x2', wait)).toContain('PROTO-05');
  });

  it('exits with stores outstanding if it waits only for loads', () => {
    expect(findRulesBrokenByChange('s_wait_storecnt 0x0', 's_wait_loadcnt 0x0')).toEqual(['RACE-01']);
  });

  it.each(['s_wait_samplecnt 0x0', 's_wait_kmcnt 0x0', 's_wait_dscnt 0x0', 's_wait_storecnt 0x0'])(
    'uses loaded values too early if it waits for the wrong counter with %s',
    (wait) => {
      expect(findRulesBrokenByChange('s_wait_loadcnt 0x0', wait)).toContain('RACE-02');
    },
  );

  it('may wait for two counters with one instruction', () => {
    expect(findRulesBrokenByChange('s_wait_loadcnt 0x0', 's_wait_loadcnt_dscnt 0x0')).toEqual([]);
    expect(findRulesBrokenByChange('s_wait_storecnt 0x0', 's_wait_storecnt_dscnt 0x0')).toEqual([]);
  });
});
