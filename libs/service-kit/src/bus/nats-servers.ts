export interface NatsServers {
  readonly servers: string[];
  readonly user?: string;
  readonly pass?: string;
}

/** Servers and credentials in a NATS_URL; the first credentials apply to all servers. */
export function natsServers(urls: string): NatsServers {
  const all = urls.split(',').map((each) => new URL(each.trim()));
  const { username, password } = all.find((each) => each.username !== '') ?? {};
  return {
    servers: all.map(({ protocol, host }) => `${protocol}//${host}`),
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password ?? '') } : {}),
  };
}
