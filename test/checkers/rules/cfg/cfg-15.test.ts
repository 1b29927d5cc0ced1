import { judgeRegisters } from '../../support/registers.js';

test('fires if primitive ordering is off for the whole chip', () => {
  expect(judgeRegisters('navi10', { DB_DFSM_CONFIG: 4 }).fired).toEqual(['CFG-15']);
});

test('ignores other settings in the register, and is reported as unchecked if it is missing', () => {
  expect(judgeRegisters('navi10', { DB_DFSM_CONFIG: 3 }).fired).toEqual([]);
  expect(judgeRegisters('navi10', { DB_DFSM_CONFIG: undefined }).missing).toEqual({
    'CFG-15': 'DB_DFSM_CONFIG of draw 0',
  });
});

test('does not fire on a chip without the register, even if a draw writes it', () => {
  for (const DB_DFSM_CONFIG of [undefined, 4])
    expect(judgeRegisters('mariner', { DB_DFSM_CONFIG, DB_DFSM_CONTROL: undefined })).toEqual({
      fired: [],
      costly: [],
      missing: {},
    });
});
