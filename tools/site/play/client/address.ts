import type { PlayTest } from '../play-test.js';

/** Maximum length of an address in characters; longer tests have to be shared as files. */
export const MAX_ADDRESS_LENGTH = 65_536;

/**
 * Encodes a test as a URL fragment: its name, then its chip, fault and knobs in readable form, and finally the
 * reader's edits, compressed.
 */
export async function encodeAddress({ name, chip, fault, set, ...edits }: PlayTest): Promise<string> {
  const parameters = new URLSearchParams();
  if (chip !== undefined) parameters.set('chip', chip);
  if (fault !== undefined) parameters.set('fault', fault);
  for (const setting of set ?? []) parameters.append('set', setting);
  if (Object.keys(edits).length > 0) parameters.set('z', await compress(JSON.stringify(edits)));
  const text = parameters.toString();
  return `#${name}${text === '' ? '' : `&${text}`}`;
}

/** Decodes the test in an address, or returns undefined if the address has none. */
export async function decodeAddress(address: string): Promise<PlayTest | undefined> {
  const [name, ...rest] = address.replace(/^#/, '').split('&');
  if (name === undefined || name === '') return undefined;
  const parameters = new URLSearchParams(rest.join('&'));
  const [chip, fault, edits] = [parameters.get('chip'), parameters.get('fault'), parameters.get('z')];
  return {
    name: decodeURIComponent(name),
    ...(chip === null ? {} : { chip }),
    ...(fault === null ? {} : { fault }),
    ...(parameters.has('set') ? { set: parameters.getAll('set') } : {}),
    ...(edits === null ? {} : (JSON.parse(await decompress(edits)) as Partial<PlayTest>)),
  };
}

async function compress(text: string): Promise<string> {
  const bytes = await pipeBytes(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

async function decompress(text: string): Promise<string> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  return new TextDecoder().decode(await pipeBytes(bytes, new DecompressionStream('deflate-raw')));
}

async function pipeBytes(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
