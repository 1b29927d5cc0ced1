/** Register values for a depth draw whose partial waves launch only when nothing else can make progress. */
export const PARTIAL_ON_HANG_ONLY: Readonly<Record<string, number>> = {
  SPI_SHADER_PGM_RSRC2_PS: 1 << 25,
  PA_SC_SHADER_CONTROL: 1 << 2,
  SPI_SHADER_COL_FORMAT: 1,
  DB_SHADER_CONTROL: 1 << 16,
  DB_DEPTH_CONTROL: (1 << 1) | (1 << 2) | (1 << 4),
  DB_RENDER_OVERRIDE2: 1,
};
