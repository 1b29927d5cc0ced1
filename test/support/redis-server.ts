import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from './free-port.js';

/** A real Redis server that persists its data to disk, so it can be killed and restarted. */
export class RedisServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    readonly port: number,
    readonly password: string,
    /** The certificate file. Undefined if the server does not use TLS. */
    readonly certificate: string | undefined,
  ) {}

  static async start(
    folder: string,
    { password = '', tls = false }: { password?: string; tls?: boolean } = {},
  ): Promise<RedisServer> {
    mkdirSync(folder, { recursive: true });
    const certificate = tls ? makeCertificate(folder) : undefined;
    const server = new RedisServer(folder, await findFreePort(), password, certificate);
    await server.start();
    return server;
  }

  get url(): string {
    const scheme = this.certificate === undefined ? 'redis' : 'rediss';
    const login = this.password === '' ? '' : `:${encodeURIComponent(this.password)}@`;
    return `${scheme}://${login}localhost:${this.port}`;
  }

  async start(): Promise<void> {
    const { port, password, folder, certificate } = this;
    const address =
      certificate === undefined
        ? ['--port', `${port}`]
        : [
            ...'--port 0 --tls-port'.split(' '),
            `${port}`,
            ...'--tls-auth-clients no --tls-cert-file'.split(' '),
            certificate,
          ];
    const keys = certificate === undefined ? [] : ['--tls-key-file', join(folder, 'key.pem')];
    const persistence = ['--dir', folder, '--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
    const login = password === '' ? [] : ['--requirepass', password];
    this.child = spawn('redis-server', [...address, ...keys, ...persistence, ...login], { stdio: 'pipe' });
    for await (const text of this.child.stdout!) if (`${text}`.includes('Ready to accept')) break;
  }

  /** Kills the server abruptly, as a power failure would. */
  async kill(): Promise<void> {
    this.child?.kill('SIGKILL');
    if (this.child?.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    this.child = undefined;
  }

  /** Sends the server a signal without waiting for its effect. */
  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /** Deletes all the server's data. */
  deleteData(): void {
    rmSync(join(this.folder, 'appendonlydir'), { recursive: true, force: true });
  }
}

function makeCertificate(folder: string): string {
  const file = join(folder, 'certificate.pem');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    join(folder, 'key.pem'),
  ];
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...key, ...subject, '-out', file], {
    stdio: 'ignore',
  });
  return file;
}
