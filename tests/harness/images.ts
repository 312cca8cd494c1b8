/** The servers that run in containers; every part of the repository takes them from here. */
export const IMAGES = {
  nats: { image: 'nats:2.15.2', port: 4222, url: 'nats://', command: [] },
  redis: { image: 'redis:7.0.15', port: 6379, url: 'redis://', command: [] },
  minio: {
    image: 'minio/minio:latest',
    port: 9000,
    url: 'http://minioadmin:minioadmin@',
    command: ['server', '/data'],
  },
} as const;
export type ContainerKind = keyof typeof IMAGES;
