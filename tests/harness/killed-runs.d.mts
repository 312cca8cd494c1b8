export function composeProjectOf(pid: number): string;
export function removeProjectsOfKilledRuns(): Promise<string[]>;
