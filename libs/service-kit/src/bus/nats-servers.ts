export interface NatsServers {
  readonly servers: string[];
  readonly user?: string;
  readonly pass?: string;
  /** With it the client refuses servers without TLS; otherwise it goes by what a server offers, which others on the network can change. */
  readonly tls?: object;
}

/** Servers and credentials in a NATS_URL; the first credentials apply to all servers, and so does TLS if one has it. */
export function natsServers(urls: string): NatsServers {
  const all = urls.split(',').map((each) => new URL(each.trim()));
  const { username, password } = all.find((each) => each.username !== '') ?? {};
  return {
    servers: all.map(({ protocol, host }) => `${protocol}//${host}`),
    ...(all.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password ?? '') } : {}),
  };
}
