import { BlockList, isIP } from 'node:net';

/**
 * Whether an IP address is public: not of this machine, a private network, a cloud's own services, or reserved. For
 * IPv6, only ranges assigned for public use count, so that no IPv4 address can hide inside.
 */
export function isPublicAddress(address: string): boolean {
  const [plain = ''] = address.split('%');
  switch (isIP(plain)) {
    case 4:
      return !notPublic.check(plain, 'ipv4');
    case 6:
      return global.check(plain, 'ipv6') && !notPublic.check(plain, 'ipv6');
    default:
      return false;
  }
}

const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  // Protocol assignments with Teredo, documentation, and 6to4, which contains IPv4 addresses.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv6');
}

const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
