import { describe, expect, it } from '@jest/globals';
import { serversIn } from './needed-servers.js';

describe('servers that a spec needs', () => {
  it('include exactly those that the spec names, anywhere in its text', () => {
    const source = `describeWith('postgres', 'x', () => {\n  describeWith(\n    "minio",\n    'y', (url) => {});\n});`;
    expect(serversIn(source)).toEqual(['postgres', 'minio']);
  });

  it('include none for a spec that starts them itself', () => {
    expect(serversIn("describe('x', () => {});")).toEqual([]);
  });

  it('include all when the name is computed', () => {
    expect(serversIn(`for (const server of servers) describeWith(server, 'x', () => {});`)).toHaveLength(4);
  });

  it('include all when the name is unknown', () => {
    expect(serversIn(`describeWith('postgres', 'x', () => {}); describeWith('kafka', 'y', () => {});`)).toHaveLength(4);
  });
});
