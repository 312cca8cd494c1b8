/**
 * To be imported before a server's program, with --expose-gc: at SIGUSR2 it collects garbage and prints what memory is
 * in use then, as one line of JSON behind the word `memory`.
 */
process.on('SIGUSR2', () => {
  // Twice: what the first collection finalizes is freed by the second.
  for (let i = 0; i < 2; i++) globalThis.gc?.();
  console.log(`memory ${JSON.stringify(process.memoryUsage())}`);
});
