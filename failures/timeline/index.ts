export { type AccessSpan, extractWaveLifetime, type Span, type WaveLifetime } from './wave-life.js';
