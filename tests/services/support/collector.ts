import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const Field = z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) });
/** The part of OTLP's JSON that specs read. */
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Field) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.string(),
              endTimeUnixNano: z.string(),
              attributes: z.array(Field).default([]),
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first of a trace. */
  readonly parentSpanId: string;
  readonly startedAt: bigint;
  readonly endedAt: bigint;
  readonly fields: Readonly<Record<string, string | undefined>>;
}

/** Takes traces as a collector does, over OTLP/HTTP, and keeps them. */
export class Collector {
  readonly spans: ReceivedSpan[] = [];
  readonly #server = createServer((request, response) => {
    void this.#take(request).then((status) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}'),
    );
  });

  static async start(): Promise<Collector> {
    const collector = new Collector();
    await new Promise<void>((resolve) => collector.#server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #take(request: IncomingMessage): Promise<number> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    if (request.url !== '/v1/traces') return 404;
    const read = Export.safeParse(JSON.parse(Buffer.concat(pieces).toString()));
    if (!read.success) return 400;
    for (const { resource, scopeSpans } of read.data.resourceSpans) {
      const service = fieldsOf(resource.attributes)['service.name'] ?? '';
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          service,
          name: span.name,
          traceId: span.traceId,
          spanId: span.spanId,
          parentSpanId: span.parentSpanId ?? '',
          startedAt: BigInt(span.startTimeUnixNano),
          endedAt: BigInt(span.endTimeUnixNano),
          fields: fieldsOf(span.attributes),
        });
    }
    return 200;
  }
}

const fieldsOf = (all: readonly z.infer<typeof Field>[]): Record<string, string | undefined> =>
  Object.fromEntries(all.map(({ key, value }) => [key, value.stringValue]));
