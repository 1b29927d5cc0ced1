export { type BufferShape, encodeBufferDescriptor } from './buffer-words.js';
export {
  encodeImageDescriptor,
  getImageBytes,
  getImageRowBytes,
  IMAGE_KINDS,
  type ImageKind,
  type ImageShape,
} from './image-words.js';
export { encodeSamplerDescriptor } from './sampler-words.js';
