import { KNOWN, Origins } from '../../../../checkers/evidence/static/scalar-file.js';

test('each origin has a unique number, which is never the one for known values', () => {
  const origins = new Origins();
  const names = ['s4', 's5', 'load s4 0x10', 'load s4 0x20'];
  const numbers = names.map((name) => origins.getNumber(name));
  expect(new Set([...numbers, KNOWN]).size).toBe(names.length + 1);
  expect(names.map((name) => origins.getNumber(name))).toEqual(numbers);
});
