import { parseInstruction } from '../../../../arch/index.js';
import { flipBits, judgeRegisters } from '../../support/registers.js';

const clearBits = (bits: number) => flipBits('navi21', 'DB_SHADER_CONTROL', bits);
const [HIER_FAIL, NOOP, BEFORE_SHADER] = [1 << 9, 1 << 10, 1 << 12];

test('fires if pixels that change no attachment may be dropped before the shader', () => {
  expect(judgeRegisters('navi21', clearBits(NOOP)).fired).toEqual(['CFG-18']);
  expect(judgeRegisters('navi21', clearBits(HIER_FAIL)).fired).toEqual(['CFG-18']);
});

test('lets early tests drop failing pixels, but not pixels that change no attachment', () => {
  expect(judgeRegisters('navi21', clearBits(HIER_FAIL | BEFORE_SHADER)).fired).toEqual([]);
  expect(judgeRegisters('navi21', clearBits(NOOP | BEFORE_SHADER)).fired).toEqual(['CFG-18']);
});

test('fires only if a shader with an interlock has a store', () => {
  const droppingRegisters = clearBits(NOOP);
  const assembleLines = (...lines: string[]) => lines.flatMap((line) => parseInstruction(line, 'gfx10.3'));
  const listFirings = (...lines: string[]) => {
    const words = assembleLines(
      ...lines,
      's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)',
      'exp null off, off, off, off done vm',
    );
    return judgeRegisters('navi21', droppingRegisters, {}, [...words, ...assembleLines('s_endpgm')]).fired;
  };
  expect(listFirings('s_nop 0')).toEqual([]);
  expect(listFirings('buffer_load_dword v1, v0, s[0:3], 0 offen', 's_waitcnt vmcnt(0)')).toEqual([]);
  expect(listFirings('buffer_store_dword v1, v0, s[0:3], 0 offen', 's_waitcnt_vscnt null, 0x0')).toEqual([
    'CFG-18',
  ]);
});
