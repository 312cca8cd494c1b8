import { boundsOf, descriptionOf, REMOVED, type Section } from '@earworm/service-kit/config';
import { format } from 'prettier';
import type { z } from 'zod';

const HEADER = `# Configuration

Services read environment variables once at start. Everything has a default; one error lists every invalid value.
\`X_FILE\` names a file that contains \`X\`. In the user and password of a URL \`\${Y}\` is the value of the variable \`Y\`, which may
have any character: \`postgres://game:\${DB_PASSWORD}@db:5432/earworm\`. This page is generated from the schemas in \`apps/*/src/*.config.ts\` by
\`npm run generate -w tests\`.

## Options of npm start

\`npm start -- --cores N\` runs N processes that serve HTTP and WebSocket in front of one that runs the games; \`1\` is a
single process. The default is 1 on machines with up to 4 cores, and the cores less three above, at most 4. With more
than one, \`CONNECTIONS_PER_ADDRESS\` and the buzzes of \`LIMIT_ANSWER\` count per process, and the n-th process
serves its health and metrics on the n-th port after \`HEALTH_PORT\`.
`;

const SERVERS = `## Managed servers and proxies

Every failure below is one sentence with its remedy: in the log and at \`/health/ready\` of a separate service, on the
terminal of \`npm start\`. \`tests/services/servers-with-tls.spec.ts\` and \`pooler.spec.ts\` try them on real servers.

- **Private authorities.** \`NODE_EXTRA_CA_CERTS\` names a PEM file with the authority's certificate, for all servers at
  once; Node reads it at its start. The chart has \`caCertificates\`.
- **TLS of Postgres** is the \`sslmode\` in \`DATABASE_URL\`. Without one, or with \`disable\`, there is no TLS. \`verify-full\`
  checks authority and host; \`require\`, \`prefer\` and \`verify-ca\` do the same here and print a warning. \`no-verify\`
  encrypts without a check. \`sslrootcert=/path/ca.crt\` trusts one authority for this URL.
- **PgBouncer** works with its default settings in transaction mode (\`pool_mode = transaction\`). Roles need the search
  path that \`prepare-database\` gives them. The game service and \`prepare-database\` need Postgres itself
  (\`DATABASE_DIRECT_URL\`; in the chart \`postgres.directHost\` and \`directPort\`), as does \`npm start\`, which refuses a pooler.
- **Redis** with TLS has a URL with \`rediss://\`. A Redis Cluster is refused and limits are then counted by each process:
  use a server or a managed service without cluster mode.
- **NATS** with TLS keeps its \`nats://\` URL: the server demands it.
- **An object store** has an address without a path; a bucket is named by \`MINIO_BUCKET\`.
- **Mail.** \`smtps://\` is TLS from the start (port 465); \`smtp://\` uses STARTTLS where the server offers it (587).
- **A proxy or tunnel that ends TLS** passes \`/ws\`; set \`PUBLIC_URL\` to the address of users, without a path,
  and \`TRUSTED_PROXIES\` to the proxy. It may rewrite \`Host\`: then only the addresses of \`PUBLIC_URL\` and \`ALLOWED_ORIGINS\`
  can play. A page that is refused for its address is a line in the gateway's log.
- **A certificate that has expired**, of any of these servers, is a line in the log of the service that connects: renew it at
  the server.`;

interface Part {
  readonly title: string;
  readonly before?: string;
  readonly after?: string;
}

/** In the order of the page. */
const PARTS: Readonly<Record<Section, Part>> = {
  address: { title: 'Address and proxies' },
  data: { title: 'Data' },
  accounts: { title: 'Sign-in and mail' },
  load: { title: 'Games and load' },
  observability: {
    title: 'Observability',
    after: 'The public port answers `/health/live`.',
  },
  limits: {
    title: 'Rate limits',
    before: `A limit is a number of points per window in seconds: \`10/600\` is ten in ten minutes. Where several keys are named, each
has as many. Rows without a key are limits of one network address. Limits by address are far above what a venue behind one
address needs. Beyond \`CEILING_CODES\` codes are not refused but tried in turn, ten a second.`,
    after: `The gateway counts the buzzes of \`LIMIT_ANSWER\` by user in memory, the rate-limit service what clients ask by
\`POST /api/checkGameActionLimit\`. Where they are separate processes, set it for both. So is \`LIMIT_REQUESTS\`: a gateway
gives a user one second of it at once and lets three seconds more wait, the rate-limit service adds up what all gateways
count. Every route has a
price in points, 1 unless the table of routes says more (\`x-price\` in the OpenAPI document); a hello costs 2, a body 1 for
each 16 KiB, and a refused body 20. Administrators are not counted.`,
  },
  preparation: {
    title: 'Preparing a database and a realm',
    before: `Read by the commands of [install the services](runbooks/install-services.md) and
[the realm of Keycloak](../deploy/keycloak/README.md), which also read the variables above.`,
  },
};

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/_MS$/, 'ms'],
  [/_SECONDS$/, 's'],
  [/_DAYS$/, 'days'],
  [/_MB$/, 'MB'],
  [/_PERCENT$/, '%'],
];

/**
 * The text of docs/configuration.md. Throws where a variable has no description.
 *
 * @param schemas in the order of their variables on the page
 */
export function configurationPage(schemas: readonly z.ZodObject[]): Promise<string> {
  const variables = describedIn(schemas);
  const sections = Object.entries(PARTS).map(([section, { title, before, after }]) => {
    const rows = variables.filter((each) => each.section === section).map((each) => each.row);
    const heading = section === 'limits' ? 'points per seconds' : 'meaning';
    return [`## ${title}`, before, table(['variable', 'default', heading], rows), after].filter(Boolean).join('\n\n');
  });
  const text = [HEADER, ...sections, SERVERS, removedVariables()].join('\n\n');
  return format(text, { parser: 'markdown', printWidth: 120, proseWrap: 'preserve' });
}

function describedIn(schemas: readonly z.ZodObject[]) {
  const found = new Map<string, { section: Section; row: string[] }>();
  const names = new Set<string>();
  for (const { shape } of schemas) {
    for (const [name, schema] of Object.entries<z.ZodType>(shape)) {
      names.add(name);
      const description = descriptionOf(schema);
      if (description === undefined || found.has(name)) continue;
      const { section, meaning, standard = defaultOf(name, schema) } = description;
      found.set(name, { section, row: [`\`${name}\``, standard, `${meaning}${boundsText(schema)}`] });
    }
  }
  const missing = [...names].filter((name) => !found.has(name));
  if (missing.length > 0) throw new Error(`These variables have no description in a schema: ${missing.join(', ')}`);
  return [...found.values()];
}

function defaultOf(name: string, schema: z.ZodType): string {
  const value: unknown = schema.safeParse(undefined).data;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  const unit = UNITS.find(([pattern]) => pattern.test(name))?.[1];
  return `\`${String(value)}\`${unit === undefined ? '' : ` ${unit}`}`;
}

function boundsText(schema: z.ZodType): string {
  const bounds = boundsOf(schema);
  return bounds === undefined ? '' : ` (${bounds.min.toLocaleString('en')} to ${bounds.max.toLocaleString('en')})`;
}

function removedVariables(): string {
  const replaced = Object.entries(REMOVED).flatMap(([name, instead]) =>
    instead === null ? [] : [[`\`${name}\``, `\`${instead}\``]],
  );
  const others = Object.keys(REMOVED).filter((name) => REMOVED[name] === null);
  return [
    '## Removed variables',
    'They have no effect any more, and a service that finds one names it in a warning at its start.',
    table(['variable', 'set instead'], replaced),
    `Remove the others, whose values are fixed: ${others.map((name) => `\`${name}\``).join(', ')}.`,
  ].join('\n\n');
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
