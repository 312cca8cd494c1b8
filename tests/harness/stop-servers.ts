/** Stops whatever the run started, also when one of them does not want to. */
export default async function serversDown(): Promise<void> {
  const results = await Promise.allSettled((globalThis.testServers ?? []).map((server) => server.stop()));
  for (const result of results) {
    if (result.status === 'rejected') process.stderr.write(`A test server did not stop: ${String(result.reason)}\n`);
  }
}
