/** Bits of one target's format in SPI_SHADER_COL_FORMAT. */
export const FORMAT_BITS = 4;
