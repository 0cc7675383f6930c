import { BlockList, isIP } from 'node:net';

/** True for `localhost`, 127.0.0.0/8 and ::1, in the form of `URL.hostname`. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** True for names and addresses of this computer or a private network, in the form of `URL.hostname`. */
export function isPrivate(hostname: string): boolean {
  if (isLoopback(hostname) || /(^|\.)(localhost|local|internal)\.?$/.test(hostname)) return true;
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const version = isIP(address);
  return version !== 0 && privateAddresses.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

const privateAddresses = new BlockList();
privateAddresses.addSubnet('0.0.0.0', 8);
privateAddresses.addSubnet('10.0.0.0', 8);
privateAddresses.addSubnet('100.64.0.0', 10);
privateAddresses.addSubnet('127.0.0.0', 8);
privateAddresses.addSubnet('169.254.0.0', 16);
privateAddresses.addSubnet('172.16.0.0', 12);
privateAddresses.addSubnet('192.168.0.0', 16);
privateAddresses.addAddress('::', 'ipv6');
privateAddresses.addAddress('::1', 'ipv6');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addSubnet('fe80::', 10, 'ipv6');
