import { layout, readFields, writeFields } from '../../../../arch/isa/formats/layout.js';

const { match, fields } = layout(0xd0000000, 6, 2, {
  op: [16, 10],
  clamp: 15,
  split: [
    [59, 2],
    [14, 1],
  ],
});

it('a layout places fields by bit, by range or by pieces; they are read as they were written', () => {
  const values = { op: 0x2a5, clamp: 1, split: 0b101 };
  const words = [match, 0];
  writeFields(words, fields, values);
  expect(words).toEqual([0xd2a5c000, 0x08000000]);
  expect(readFields(words, 0, fields)).toEqual(values);
});
