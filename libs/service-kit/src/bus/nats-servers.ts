export interface NatsServers {
  readonly servers: string[];
  readonly user?: string;
  readonly pass?: string;
}

/** The servers of a NATS_URL, and the credentials that it holds: those of its first URL with any are for all of them. */
export function natsServers(urls: string): NatsServers {
  const all = urls.split(',').map((each) => new URL(each.trim()));
  const { username, password } = all.find((each) => each.username !== '') ?? {};
  return {
    servers: all.map(({ protocol, host }) => `${protocol}//${host}`),
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password ?? '') } : {}),
  };
}
