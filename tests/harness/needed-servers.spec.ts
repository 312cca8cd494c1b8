import { describe, expect, it } from '@jest/globals';
import { serversIn } from './needed-servers.js';

describe('servers that a spec needs', () => {
  it('are those that the spec names, anywhere in its text', () => {
    const source = `describeWith('postgres', 'x', () => {\n  describeWith(\n    "minio",\n    'y', (url) => {});\n});`;
    expect(serversIn(source)).toEqual(['postgres', 'minio']);
  });

  it('are none for a spec that starts them itself', () => {
    expect(serversIn("describe('x', () => {});")).toEqual([]);
  });

  it('are all of them when the name is computed', () => {
    expect(serversIn(`for (const server of servers) describeWith(server, 'x', () => {});`)).toHaveLength(4);
  });

  it('are all of them when the name is unknown', () => {
    expect(serversIn(`describeWith('postgres', 'x', () => {}); describeWith('kafka', 'y', () => {});`)).toHaveLength(4);
  });
});
