import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

/** Of containers, virtual machines and tunnels. */
const VIRTUAL = /^(lo|docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|utun|tun|tap|wg|tailscale|zt)/i;

export function lanAddress(interfaces: Interfaces = networkInterfaces()): string | null {
  const all = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses.filter((each) => each.family === 'IPv4' && !each.internal).map(({ address }) => ({ name, address })),
  );
  return (all.find(({ name }) => !VIRTUAL.test(name)) ?? all[0])?.address ?? null;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** For phones in the same network; undefined without a network, or when the server listens on loopback only. */
export function lanUrl(port: number, host?: string, lan: string | null = lanAddress()): string | undefined {
  return lan === null || (host !== undefined && LOOPBACK.test(host)) ? undefined : `http://${lan}:${port}`;
}

export interface FirstAdmin {
  readonly email: string;
  readonly password: string;
}

interface Banner {
  readonly port: number;
  /** Undefined: all addresses. */
  readonly host: string | undefined;
  readonly publicUrl: string | undefined;
  readonly firstAdmin: FirstAdmin | null;
  readonly lan?: string | null;
  /** After a crash the terminal shows the rest already, and players wait. */
  readonly isRestart?: boolean;
}

/** Printed once a game can be played. Programs read the first line: its words are fixed. */
export async function banner(shown: Banner): Promise<string> {
  const { port, host, publicUrl, firstAdmin, lan = lanAddress(), isRestart = false } = shown;
  const lines = [`Earworm is ready: http://localhost:${port}`];
  const forPhones = publicUrl ?? lanUrl(port, host, lan);
  if (forPhones && !LOOPBACK.test(new URL(forPhones).hostname) && !isRestart) {
    const { default: QRCode } = await import('qrcode');
    lines.push('', `For the phones in the room: ${forPhones}`, '');
    lines.push(await QRCode.toString(forPhones, { type: 'terminal', small: true }));
  }
  if (firstAdmin) lines.push(adminBanner(firstAdmin));
  return `${lines.join('\n')}\n`;
}

export const adminBanner = ({ email, password }: FirstAdmin): string =>
  `The first admin, shown only this once:\n  e-mail    ${email}\n  password  ${password}\n`;
