export { drawViolationPicture, getPictureStyle, type PictureStyle } from './violation-picture.js';
