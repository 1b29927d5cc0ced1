import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { pause } from './until.js';

/**
 * A proxy that simulates one server outage. Once the clients have sent a given number of chunks, it closes all
 * connections and rejects new ones for a while. Counting chunks makes the outage happen at the same point on every
 * machine.
 */
export class OutageProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private chunks = 0;
  /** Whether the outage has begun. */
  isDown = false;

  private constructor(
    readonly port: number,
    private readonly target: number,
    private readonly outageAfterChunks: number,
    private readonly outageMs: number,
  ) {}

  static async start(target: number, outageAfterChunks: number, outageMs = 100): Promise<OutageProxy> {
    const probe = createServer().listen(0);
    await once(probe, 'listening');
    const { port } = probe.address() as { port: number };
    await new Promise((resolve) => probe.close(resolve));
    const proxy = new OutageProxy(port, target, outageAfterChunks, outageMs);
    await proxy.listen();
    return proxy;
  }

  get url(): string {
    return `redis://localhost:${this.port}`;
  }

  /** Shuts the proxy down. */
  async close(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    for (const socket of this.sockets) socket.destroy();
    if (server !== undefined) await new Promise((resolve) => server.close(resolve));
  }

  private async listen(): Promise<void> {
    this.server = createServer((client) => this.handleClient(client)).listen(this.port);
    await once(this.server, 'listening');
  }

  private handleClient(client: Socket): void {
    const upstream = connect(this.target, 'localhost');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
    upstream.on('data', (data) => client.write(data));
    client.on('data', (data) => {
      if (!this.isDown && ++this.chunks >= this.outageAfterChunks) void this.simulateOutage();
      else upstream.write(data);
    });
  }

  private async simulateOutage(): Promise<void> {
    this.isDown = true;
    await this.close();
    await pause(this.outageMs);
    await this.listen();
  }
}
