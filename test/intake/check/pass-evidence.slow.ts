import { checkText, getFiredRules, readCorpusText } from './support/check-text.js';

const RMW = readCorpusText('rmw_buffer/navi21/w32/mono');

describe('the evidence for a pass', () => {
  it('counts sections, overlaps, words, code and rules', () => {
    const { verdict, value, weaknesses, notArmed, unchecked } = checkText(RMW);
    expect({ verdict, weaknesses, unchecked }).toEqual({ verdict: 'pass', weaknesses: [], unchecked: [] });
    expect(value.sections).toBe(value.waves);
    expect(value.overlapping).toBeGreaterThan(0);
    expect(value.overlapping).toBeLessThan(value.sections);
    expect(value.compared).toBeGreaterThan(0);
    expect(value.paths).toEqual({
      blocks: 5,
      blocksRun: 5,
      notRun: [],
      unreached: [],
      ways: 4,
      notTaken: [],
    });
    expect(value.armed['ORD-02']).toBeGreaterThan(0);
    expect(notArmed).toContainEqual({ rule: 'ORD-09', reason: 'the interlock is ordered' });
    expect(notArmed.every(({ rule }) => value.armed[rule] === undefined)).toBe(true);
  });

  it('lists unreached code with its condition, and counts a block that starts with a wait as executed', () => {
    const { text, state } = RMW;
    // The push constant in s3 is odd.
    const skipIfOdd = ['s_bitcmp1_b32 s3, 0', 's_cbranch_scc1 start', 's_cbranch_execz start', 's_nop 1'];
    const waitBlock = ['start:', 's_waitcnt vmcnt(0)'];
    const { paths } = checkText({ text: [...skipIfOdd, ...waitBlock, text].join('\n'), state }).value;
    const outcome = { pc: 4, taken: false };
    const condition = ['0x0 s_bitcmp1_b32 s3, 0', '0x4 s_cbranch_scc1 2'];
    const unreached = [8, 12].map((pc) => ({ pc, way: outcome, condition }));
    expect(paths).toMatchObject({ notRun: [8, 12], unreached });
    expect(paths!.notTaken[0]).toEqual(outcome);
  });
});

it('counts a block that starts with a sleep as executed, and the branch to it as taken', () => {
  const { text, state } = RMW;
  const loop = ['s_mov_b32 s40, 2', 's_branch nap', 's_nop 1', 'nap:', 's_sleep 1', 's_sub_u32 s40, s40, 1'];
  const check = ['s_cmp_lg_u32 s40, 0', 's_cbranch_scc1 nap'];
  const { paths } = checkText({ text: [...loop, ...check, text].join('\n'), state }).value;
  expect(paths).toMatchObject({ notRun: [], notTaken: [] });
});

describe('a guard before the section', () => {
  const { text, state } = RMW;
  const check = (guard: string) => checkText({ text: `${guard}\ns_cbranch_execz 0\n${text}`, state });

  it('is passed by a value chosen from its comparison in a further scene', () => {
    const { verdict, runs } = check('v_cmpx_eq_u32_e64 0x12340, s3');
    expect([verdict, runs > check('s_nop 0').runs]).toEqual(['pass', true]);
  });

  it('makes the verdict vacuous if no value passes it, and is named', () => {
    const { verdict, reason, value } = check('v_cmpx_gt_u32_e64 0, s3');
    expect([verdict, value.compared]).toEqual(['vacuous', 0]);
    expect(reason).toBe('nothing that the section writes was compared');
  });
});

describe('a weak pass', () => {
  const withoutSection = { text: 'exp null off, off, off, off done vm\ns_endpgm', state: { chip: 'navi21' } };

  it('is vacuous if no section was entered, with one warning per weakness, and fails with --strict', () => {
    const { verdict, reason, weaknesses } = checkText(withoutSection);
    expect([verdict, reason]).toEqual(['vacuous', 'no wave entered and left the section']);
    expect(weaknesses.map(({ name }) => name)).toEqual(['no-section', 'nothing-compared']);
    expect(checkText(withoutSection, { strict: true }).verdict).toBe('fail');
  });

  it('fails with --strict if a rule warns, unless the source expects the warning', () => {
    const { violations, verdict } = checkText(RMW, { strict: true });
    const rules = [...new Set(violations.map(({ violation }) => violation.rule))];
    expect([verdict, rules]).toEqual(['fail', ['VIS-01', 'VIS-02']]);
    const text = [...rules.map((rule) => `; expect-warning: ${rule}`), RMW.text].join('\n');
    expect(checkText({ ...RMW, text }, { strict: true }).verdict).toBe('pass');
  });

  it('is not reported if there is an error', () => {
    const { text, state } = readCorpusText('rmw_buffer/navi21/w32/mono', (asm) =>
      asm.startsWith('s_waitcnt_vscnt') ? '' : asm,
    );
    const verdict = checkText({ text, state });
    expect([verdict.weaknesses, getFiredRules(verdict, 'error')]).toEqual([
      [],
      expect.arrayContaining(['RACE-01']),
    ]);
  });

  it('is reported for an unloaded scalar no matter how many scenes are run', () => {
    const { text, state } = RMW;
    const program = { text: ['s_lshl_b32 s90, s91, 1', text].join('\n'), state };
    const { verdict, weaknesses } = checkText(program);
    expect([verdict, weaknesses]).toEqual([
      'pass',
      [
        {
          name: 'unloaded-scalar',
          text: expect.stringMatching(/^the program reads s91, which nothing loads/),
        },
      ],
    ]);
    expect(checkText(program, { strict: true }).verdict).toBe('fail');
  });

  it('is reported for code that no wave runs and that cannot end', () => {
    const check = (code: string): string | undefined => {
      const text = `s_bitcmp1_b32 s3, 0\ns_cbranch_scc1 start\n${code}\nstart:\n${RMW.text}`;
      return checkText({ ...RMW, text }, { seeds: 1 }).weaknesses[0]?.name;
    };
    const codes = ['spin:\ns_branch spin', '.long 0xffffffff', 's_nop 0'];
    expect(codes.map(check)).toEqual(['dead-end', 'dead-end', undefined]);
  });

  it("does not report 'no path polls' for a program that compares the polled value with an unloaded scalar", () => {
    const { text, state } = readCorpusText('rmw_buffer/navi21/w32/mono', (asm) =>
      asm.startsWith('s_nand_b32') || asm.startsWith('s_not_b32') ? '' : asm,
    );
    const verdict = checkText({ text, state });
    const reason = verdict.notArmed.find(({ rule }) => rule === 'PROTO-03')?.reason ?? '';
    expect(reason).not.toMatch(/no path polls/);
    expect(
      verdict.verdict === 'fail' || verdict.weaknesses.some(({ name }) => name === 'unloaded-scalar'),
    ).toBe(true);
  });
});
