export { type BufferShape, bufferDescriptorWords } from './buffer-words.js';
export {
  IMAGE_KINDS,
  type ImageKind,
  type ImageShape,
  imageBytes,
  imageDescriptorWords,
  imageRowBytes,
} from './image-words.js';
export { samplerDescriptorWords } from './sampler-words.js';
