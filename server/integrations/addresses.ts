/**
 * Addresses that a test call may reach: of the public internet alone. What a person writes as an address of a service would
 * else ask machines of the own network, and the metadata service of a cloud, on the server's behalf.
 */
import { BlockList, isIP } from 'node:net';
import type { Network } from '../../contract/integrations.ts';

const listOf = (...subnets: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', prefix] = subnet.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
};

/** By network, the first that has the address (IANA special-purpose registries; clouds answer at the named metadata ones). */
const FORBIDDEN: readonly (readonly [Network, BlockList])[] = [
  [
    'metadata',
    listOf('169.254.169.254/32', '169.254.170.2/32', '100.100.100.200/32', '168.63.129.16/32', 'fd00:ec2::254/128'),
  ],
  ['loopback', listOf('127.0.0.0/8', '::1/128')],
  ['link_local', listOf('169.254.0.0/16', 'fe80::/10')],
  ['private', listOf('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7', 'fec0::/10')],
  [
    'reserved',
    listOf(
      ...['0.0.0.0/8', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15', '198.51.100.0/24'],
      ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
      ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
    ),
  ],
];
/** Of IPv6 only this is the public internet: mapped, translated and unspecified addresses are outside of it. */
const GLOBAL_IPV6 = listOf('2000::/3');

/** The last 32 bits of an IPv6 address that has an IPv4 one in it, as that; null: it has none. */
function embedded(address: string): string | null {
  const full = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^(?:::ffff:|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})$/.exec(full) ?? [];
  if (high === undefined || low === undefined) return null;
  const bits = [high, low].map((part) => Number.parseInt(part, 16));
  return bits.flatMap((part) => [part >> 8, part & 255]).join('.');
}

/** The network for which an address is not asked; null: it is public. */
export function forbiddenNetwork(address: string): Network | null {
  const isV6 = isIP(address) === 6;
  const inner = isV6 ? embedded(address) : null;
  if (inner !== null) return forbiddenNetwork(inner) ?? 'reserved';
  const found = FORBIDDEN.find(([, list]) => list.check(address, isV6 ? 'ipv6' : 'ipv4'));
  if (found) return found[0];
  return isV6 && !GLOBAL_IPV6.check(address, 'ipv6') ? 'reserved' : null;
}
