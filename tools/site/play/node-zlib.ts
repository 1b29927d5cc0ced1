import { gzipSync as gzip } from 'fflate';

/** A browser version of the part of `node:zlib` that the project uses: compresses text to base64-encoded gzip. */
export function gzipSync(text: string) {
  const bytes = gzip(new TextEncoder().encode(text));
  return {
    toString: (): string => {
      let binary = '';
      for (let i = 0; i < bytes.length; i += 0x8000)
        binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
      return btoa(binary);
    },
  };
}
