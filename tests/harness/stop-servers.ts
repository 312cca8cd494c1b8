/** Stops all servers of the run, also when one of them fails to stop. In watch mode the next run starts new ones. */
export default async function serversDown(): Promise<void> {
  const started = [...(globalThis.testServers ?? [])];
  globalThis.testServers?.clear();
  for (const [variable] of started) delete process.env[variable];
  const results = await Promise.allSettled(started.map(([, server]) => server.stop()));
  for (const result of results) {
    if (result.status === 'rejected') process.stderr.write(`A test server did not stop: ${String(result.reason)}\n`);
  }
}
