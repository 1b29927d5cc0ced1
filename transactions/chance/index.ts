export { RandomStream } from './random-stream.js';
export { deriveSeed, formatSeed, type ParsedSeed, parseSeed, type Seed } from './seed.js';
