import { packRegisters } from '../../../stimulus/driver/draw-registers.js';

it('packRegisters packs fields into existing registers without changing other bits', () => {
  const values = { 'DB_Z_INFO.NUM_SAMPLES': 2, 'SPI_TMPRING_SIZE.WAVES': 0 };
  expect(packRegisters('gfx9', values, { DB_Z_INFO: 0xf1, SPI_TMPRING_SIZE: 0x1fff })).toEqual({
    DB_Z_INFO: 0xf9,
    SPI_TMPRING_SIZE: 0x1000,
  });
});

it('packRegisters skips fields that the generation does not have, and rejects fields that no generation has', () => {
  expect(packRegisters('gfx9', { 'DB_RENDER_CONTROL.FORCE_EXPORT_ORDER': 1 })).toEqual({});
  expect(() => packRegisters('gfx9', { 'DB_Z_INFO.SAMPLES': 1 })).toThrow(
    'unknown register field DB_Z_INFO.SAMPLES',
  );
});
