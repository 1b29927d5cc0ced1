import { createHash } from 'node:crypto';
import { describeHost } from '../../harness/records/index.js';
import { UsageError } from '../../transactions/index.js';

/** The address of a queue, split into connection options. */
export interface QueueAddress {
  readonly options: {
    readonly host: string;
    readonly port: number;
    readonly username?: string;
    readonly password?: string;
    readonly db?: number;
    /** Present for TLS. */
    readonly tls?: { readonly servername: string };
  };
  /** The address without credentials, for messages. */
  readonly safeUrl: string;
}

const DEFAULT_PORT = 6379;

/**
 * Parses `redis://[[USER]:PASSWORD@]HOST[:PORT][/DB]`, or `rediss://…` for TLS. Throws a `UsageError` that does
 * not reveal the password.
 */
export function parseQueueAddress(text: string): QueueAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const db = /^\/?(\d{0,4})$/.exec(url?.pathname ?? '')?.[1];
  if (url === undefined || !/^rediss?:$/.test(url.protocol) || url.hostname === '' || db === undefined) {
    throw new UsageError(
      'Invalid --queue: expected redis://HOST:PORT, or rediss://HOST:PORT for TLS; put a password before the host, as in redis://:PASSWORD@HOST',
    );
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  return {
    options: {
      host,
      port,
      ...(url.username === '' ? {} : { username: decodeCredential(url.username) }),
      ...(url.password === '' ? {} : { password: decodeCredential(url.password) }),
      ...(db === '' ? {} : { db: Number(db) }),
      ...(url.protocol === 'rediss:' ? { tls: { servername: host } } : {}),
    },
    safeUrl: `${url.protocol}//${url.hostname}:${port}`,
  };
}

/** Decodes a user name or password. Throws `UsageError` that does not reveal it. */
function decodeCredential(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UsageError('Invalid --queue: a "%" in its user name or password must be written as %25');
  }
}

/**
 * Returns the name of the queue for this version of the code. Workers with a different version, commit or set of
 * uncommitted changes use a different queue.
 */
export function getQueueName(): string {
  const { version, commit, changes, code } = describeHost();
  const hash = createHash('sha256')
    .update(JSON.stringify([version, commit, changes, code]))
    .digest('hex');
  return `pops-tb-${hash.slice(0, 12)}`;
}
