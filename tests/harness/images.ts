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
  keycloak: {
    image: 'quay.io/keycloak/keycloak:26.7.0',
    port: 8080,
    url: 'http://',
    command: ['start-dev', '--import-realm'],
  },
} as const;
export type ContainerKind = keyof typeof IMAGES;
