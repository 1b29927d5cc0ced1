import type { PlayTest } from '../play-test.js';

/** Maximum characters of an address; anything longer needs a file. */
export const ADDRESS_MAX = 65_536;

/** The test as the address after `#`: its name, then chip, fault and knobs in words, and the reader's edits, compressed. */
export async function addressOf({ name, chip, fault, set, ...edits }: PlayTest): Promise<string> {
  const words = new URLSearchParams();
  if (chip !== undefined) words.set('chip', chip);
  if (fault !== undefined) words.set('fault', fault);
  for (const setting of set ?? []) words.append('set', setting);
  if (Object.keys(edits).length > 0) words.set('z', await compressed(JSON.stringify(edits)));
  const text = words.toString();
  return `#${name}${text === '' ? '' : `&${text}`}`;
}

/** The test in an address; undefined if it has none. */
export async function testAt(address: string): Promise<PlayTest | undefined> {
  const [name, ...rest] = address.replace(/^#/, '').split('&');
  if (name === undefined || name === '') return undefined;
  const words = new URLSearchParams(rest.join('&'));
  const [chip, fault, edits] = [words.get('chip'), words.get('fault'), words.get('z')];
  return {
    name: decodeURIComponent(name),
    ...(chip === null ? {} : { chip }),
    ...(fault === null ? {} : { fault }),
    ...(words.has('set') ? { set: words.getAll('set') } : {}),
    ...(edits === null ? {} : (JSON.parse(await expanded(edits)) as Partial<PlayTest>)),
  };
}

async function compressed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

async function expanded(text: string): Promise<string> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
