import { sha256 } from '@noble/hashes/sha2.js';

/** A browser version of the part of `node:crypto` that the project uses. SHA-256 is the only hash. */
export function createHash(algorithm: string) {
  if (algorithm !== 'sha256') throw new Error(`the playground does not support ${algorithm}`);
  const hash = sha256.create();
  const self = {
    update(data: string | Uint8Array) {
      hash.update(typeof data === 'string' ? new TextEncoder().encode(data) : data);
      return self;
    },
    digest(format: 'hex' | 'base64'): string {
      const bytes = hash.digest();
      if (format === 'base64') return btoa(String.fromCharCode(...bytes));
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
  };
  return self;
}

/** Like `randomBytes` in `node:crypto`, but the result can only be converted to hex. */
export function randomBytes(length: number) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return { toString: () => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') };
}
