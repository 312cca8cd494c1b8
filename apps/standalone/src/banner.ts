import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import QRCode from 'qrcode';

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

/** Networks that only this machine sees: containers, virtual machines, tunnels. */
const INWARD = /^(lo|docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|utun|tun|tap|wg|tailscale|zt)/i;

/** This machine's IPv4 address in the room's network; null when it has none. */
export function lanAddress(interfaces: Interfaces = networkInterfaces()): string | null {
  const all = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses.filter((each) => each.family === 'IPv4' && !each.internal).map(({ address }) => ({ name, address })),
  );
  return (all.find(({ name }) => !INWARD.test(name)) ?? all[0])?.address ?? null;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/**
 * Where the phones in the room find a server that listens on this port; undefined on a machine without a network, and for
 * a server that answers on `host` alone where that is loopback.
 */
export function lanUrl(port: number, host?: string, lan: string | null = lanAddress()): string | undefined {
  return lan === null || (host !== undefined && LOOPBACK.test(host)) ? undefined : `http://${lan}:${port}`;
}

export interface FirstAdmin {
  readonly email: string;
  readonly password: string;
}

interface Banner {
  readonly port: number;
  /** The only address it answers on; undefined: all of this machine. */
  readonly host: string | undefined;
  readonly publicUrl: string | undefined;
  /** Set only at the first start on a database. */
  readonly firstAdmin: FirstAdmin | null;
  readonly lan?: string | null;
}

/** What a start prints once a game can be played. The first line is read by programs: its words are fixed. */
export async function banner({ port, host, publicUrl, firstAdmin, lan = lanAddress() }: Banner): Promise<string> {
  const lines = [`Earworm is ready: http://localhost:${port}`];
  const forPhones = publicUrl ?? lanUrl(port, host, lan);
  if (forPhones) {
    lines.push('', `For the phones in the room: ${forPhones}`, '');
    lines.push(await QRCode.toString(forPhones, { type: 'terminal', small: true }));
  }
  if (firstAdmin) lines.push(tellAdmin(firstAdmin));
  return `${lines.join('\n')}\n`;
}

/** Ends with an empty line. */
export const tellAdmin = ({ email, password }: FirstAdmin): string =>
  `The first admin, shown only this once:\n  e-mail    ${email}\n  password  ${password}\n`;
