import { promises as dns, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All addresses of a name. */
export type ResolveName = (hostname: string) => Promise<readonly LookupAddress[]>

export const resolveByDns: ResolveName = (hostname) => dns.lookup(hostname, { all: true })

/** A name or an address outside of the public internet. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic'
}

/** Whether it is what ended a call, under the errors that clients wrap around it. */
export function isNotPublic(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1)
    if (at instanceof NotPublic) return true
  return false
}

/**
 * Whether an IP address is on the public internet: not this machine's, a private network's, a carrier's (100.64/10), link-local
 * (cloud metadata among them), multicast, reserved, or an IPv4 address embedded in an IPv6 one.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv4) return parsed.toString() !== azureHost
  return !isCompatibleIpv4(parsed)
}

/** Azure's host, which gives a virtual machine its certificates and settings, at a public address (learn.microsoft.com, 'What is IP address 168.63.129.16?'). */
const azureHost = '168.63.129.16'

/** Whether it is one of ::/96, an IPv4 address in the deprecated form of RFC 4291, 2.5.5.1, which no host of the internet has. */
const isCompatibleIpv4 = ({ parts }: ipaddr.IPv6): boolean => parts.slice(0, 6).every((part) => part === 0)

/** The host of a URL where it is an address itself, without the brackets of IPv6; null for a name. */
export function addressInUrl({ hostname }: URL): string | null {
  const host = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(host) ? host : null
}

/**
 * A lookup for sockets that returns public addresses alone. The socket connects to the checked address, so a name that resolves
 * differently a moment later changes nothing.
 */
export function publicLookup(
  resolve: ResolveName,
  isAllowed: (address: string) => boolean = isPublicAddress,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        // One private address among public ones is refused too: the socket may choose any of them.
        if (!first || !addresses.every(({ address }) => isAllowed(address)))
          callback(new NotPublic(`${hostname} does not lead into the public internet.`), [])
        else if (options.all) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    )
  }
}
