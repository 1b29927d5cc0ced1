/** Number of bits for the format of one target in SPI_SHADER_COL_FORMAT. */
export const FORMAT_BITS = 4;
