import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy with one origin for Keycloak's paths and all else, as an operator may put in front of both. */
export class OneOrigin {
  readonly #server: Server;
  readonly #keycloak: URL;
  #product: URL | null = null;

  private constructor(keycloakUrl: string) {
    this.#keycloak = new URL(keycloakUrl);
    this.#server = createServer((incoming, answer) => {
      const isKeycloaks = /^\/(realms|resources|admin)\//.test(incoming.url ?? '');
      const { hostname, port } = isKeycloaks ? this.#keycloak : (this.#product ?? this.#keycloak);
      const { method, url: path, headers } = incoming;
      const forwarded = request({ hostname, port, method, path, headers }, (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(answer);
      });
      forwarded.on('error', () => answer.destroy());
      incoming.pipe(forwarded);
    });
  }

  static async before(keycloakUrl: string): Promise<OneOrigin> {
    const proxy = new OneOrigin(keycloakUrl);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  leadTo(productUrl: string): void {
    this.#product = new URL(productUrl);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
