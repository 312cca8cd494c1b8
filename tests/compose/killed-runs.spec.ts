import { spawnSync } from 'node:child_process';
import { afterEach, expect, it } from '@jest/globals';
import { composeProjectOf, removeProjectsOfKilledRuns } from '../harness/killed-runs.mjs';
import { describeWithProduct } from './support/describe-with-product.js';
import { run } from './support/product.js';

const LABEL = 'com.docker.compose.project';

describeWithProduct('projects of killed runs', () => {
  const projects: string[] = [];
  const started = async (pid: number) => {
    const project = composeProjectOf(pid);
    projects.push(project);
    const label = ['--label', `${LABEL}=${project}`];
    await run('docker', ['volume', 'create', ...label, `${project}-data`]);
    await run('docker', ['network', 'create', ...label, project]);
    const options = [
      '--detach',
      '--restart',
      'unless-stopped',
      '--network',
      project,
      '--volume',
      `${project}-data:/data`,
    ];
    await run('docker', ['run', ...options, ...label, 'redis:7.0.15']);
    return project;
  };
  const left = async (project: string) => {
    const of = ['--quiet', '--filter', `label=${LABEL}=${project}`];
    const ids = await Promise.all([
      run('docker', ['ps', '--all', ...of]),
      run('docker', ['volume', 'ls', ...of]),
      run('docker', ['network', 'ls', ...of]),
    ]);
    return ids.filter((id) => id !== '').length;
  };
  afterEach(async () => {
    for (const project of projects.splice(0)) {
      const ids = await run('docker', ['ps', '--all', '--quiet', '--filter', `label=${LABEL}=${project}`]);
      if (ids === '') continue;
      await run('docker', ['rm', '--force', ids.trim()]);
      await run('docker', ['volume', 'rm', `${project}-data`]);
      await run('docker', ['network', 'rm', project]);
    }
  });

  it('lose containers, volumes and networks, unlike those of a run that goes on', async () => {
    const ended = spawnSync(process.execPath, ['--version']).pid;
    const [killed, running] = [await started(ended), await started(process.pid)];
    expect(await removeProjectsOfKilledRuns()).toEqual([killed]);
    expect(await left(killed)).toBe(0);
    expect(await left(running)).toBe(3);
  });
});
