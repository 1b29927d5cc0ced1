import { readDirectives } from '../../../harness/programs/text-directives.js';

const parse = (text: string) => readDirectives(text, 'ps.s');

describe('directives in comments', () => {
  it('set the state, element by element', () => {
    const text = `; a counter
; chip: navi21
// wave: 64
; arg: s[0:3] buffer_descriptor[0]
; arg: s4 width = pc+8
; arg: v2 pos_fixed_pt
; input: attr0 flat vPrim
; reg: DB_SHADER_CONTROL 0x10610
; reg: DB_EQAA = 0x0
; user_data: {"s9": "0x1"}
; NumSgprs: 6
; %bb.0:
s_endpgm ; samples: 4
; samples: 2`;
    expect(parse(text.replace('; user_data: {"s9": "0x1"}\n', ''))).toEqual({
      state: {
        chip: 'navi21',
        wave: 64,
        samples: 2,
        args: [
          { name: 'buffer_descriptor[0]', file: 's', reg: 0, size: 4 },
          { name: 'width', file: 's', reg: 4, size: 1 },
          { name: 'pos_fixed_pt', file: 'v', reg: 2, size: 1 },
        ],
        inputs: [{ attr: 0, name: 'vPrim', how: 'flat' }],
        user_data: { s4: 'pc+8' },
        regs: { DB_SHADER_CONTROL: '0x10610', DB_EQAA: '0x0' },
      },
    });
    expect(parse('; user_data: {"s9": "0x1"}').state).toEqual({ user_data: { s9: '0x1' } });
  });

  it('can contain an entire state file, split over several lines', () => {
    const text = '; state: {"chip": "navi21",\n;   "wave": 32\n; }\n; expect: pass\ns_endpgm';
    expect(parse(text)).toEqual({
      state: { chip: 'navi21', wave: 32 },
      expectation: { errors: [], warnings: [], allowed: [] },
    });
  });

  it('end a state at its closing bracket, ignoring brackets within strings, even with CRLF line endings', () => {
    const state =
      '; state: {"inputs": [\r\n; {"attr": 0, "how": "flat",\r\n; "name": "a]}\\"{"}]}\r\n; wave: 32\r\n';
    expect(parse(`${state}s_endpgm\r\n`).state).toEqual({
      inputs: [{ attr: 0, how: 'flat', name: 'a]}"{' }],
      wave: 32,
    });
  });

  it('are limited in nesting depth like other JSON input', () => {
    const deepState = `{"regs": ${'['.repeat(100)}${']'.repeat(100)}}`;
    expect(() => parse(`; state: ${deepState}`)).toThrow(/^Invalid state .*, line 1: expected a JSON object/);
  });

  it('list the expected rules', () => {
    const text = '; expect: RACE-01, ORD-02\n; expect: HANG-01\n; allow: ORD-03\n; expect-warning: VIS-01';
    expect(parse(text).expectation).toEqual({
      errors: ['RACE-01', 'ORD-02', 'HANG-01'],
      warnings: ['VIS-01'],
      allowed: ['ORD-03'],
    });
  });

  it.each([
    ['; expct: RACE-01', 'Unknown key "expct" in ps.s, line 1: did you mean expect?'],
    ['\n; expect: RACE-1', 'Unknown rule "RACE-1": did you mean RACE-01? (ps.s, line 2)'],
    ['; expect:', 'Invalid expect directive in ps.s, line 1: expected rules, like "expect: RACE-01"'],
    ['; expect: pass\n; expect: RACE-01', 'it expects both pass and RACE-01'],
    ['; arg: s0-3 x', 'Invalid arg "s0-3 x" in ps.s, line 1: expected registers and a name, like "s[0:3]'],
    ['; input: 0 flat', 'expected an attribute, its interpolation mode and its name'],
    ['; reg: DB_EQAA zero', 'expected a register and its value'],
    ['; state: {"chip": ', 'Invalid state "{"chip":" in ps.s, line 1: expected a JSON object'],
    ['; state: {"wafe": 32}', 'Invalid comments in ps.s: unknown field "wafe": did you mean wave?'],
    ['; wave: 16', 'Invalid comments in ps.s: wave is 16; expected one of 32, 64'],
  ])('are rejected with a one-line error: %s', (text, message) => {
    expect(() => parse(text)).toThrow(message);
    expect(() => parse(text)).toThrow(expect.objectContaining({ name: 'UsageError' }));
  });

  it('are ignored if their key is unknown, as in compiler output', () => {
    expect(parse('; codeLenInByte = 20\n; note: by hand\ns_endpgm\n; expct: later')).toEqual({ state: {} });
  });
});
