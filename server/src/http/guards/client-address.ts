import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A socket's address as plain IPv4 where it is one. */
const plain = (address: string) => (address.startsWith('::ffff:') ? address.slice(7) : address)
const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | undefined) => string

/** Whether a socket's address is one of ours. @param trustedProxies Addresses or CIDR ranges. */
export function createProxyTrust(trustedProxies: readonly string[]): (socketAddress: string) => boolean {
  const trusted = new BlockList()
  for (const entry of trustedProxies) {
    const [network = '', prefix] = entry.split('/')
    if (prefix === undefined) trusted.addAddress(network, familyOf(network))
    else trusted.addSubnet(network, Number(prefix), familyOf(network))
  }
  return (socketAddress) => {
    const address = plain(socketAddress)
    return isIP(address) !== 0 && trusted.check(address, familyOf(address))
  }
}

/**
 * The address of a client. X-Forwarded-For is trusted only as far as trusted proxies wrote it: from the right, the first address
 * that is no trusted proxy. @param trustedProxies Addresses or CIDR ranges.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = createProxyTrust(trustedProxies)

  return (socketAddress, forwardedFor) => {
    let address = plain(socketAddress ?? 'unknown')
    const hops = (forwardedFor ?? '').split(',').map((hop) => plain(hop.trim()))
    while (isTrusted(address)) {
      const hop = hops.pop()
      if (!hop || isIP(hop) === 0) break
      address = hop
    }
    return address
  }
}

/** Whether a socket's address is a loopback address. */
export const isLoopback = (socketAddress: string) => {
  const address = plain(socketAddress)
  return address === '::1' || address.startsWith('127.')
}

/**
 * The unit that limits count by: the address itself, or for IPv6 its /64, which is what one household or machine is assigned (RFC
 * 6177).
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const { parts } = ipaddr.parse(address) as ipaddr.IPv6
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
