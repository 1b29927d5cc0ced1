export { ACCESS_SYMBOLS, getWaveLetter, MARK_SYMBOLS, UNICODE_GLYPHS } from './canvas.js';
export { type MappedPixels, mapPixels, type PixelState } from './pixel-map.js';
export {
  findPhases,
  findSectionOverlap,
  findStops,
  getLastColumn,
  makeTimeScale,
  placeMarks,
  type TimeScale,
} from './timeline.js';
export {
  drawViolationPicture,
  findWaitLinks,
  formatCycleItems,
  formatSectionNote,
  formatWaveNote,
  getPictureStyle,
  type PictureStyle,
  type WaitLink,
} from './violation-picture.js';
