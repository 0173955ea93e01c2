import { addressInUrl, isPublicAddress } from '#server/providers/common/public-address.ts'

/** Hosts of internal networks that webhooks may be sent to, as the operator lists them. */
export type WebhookHosts = ReadonlySet<string>

/** Whether the operator lists the host of an address: then it may be private, and without https. */
export const isListed = (url: URL, hosts: WebhookHosts): boolean => hosts.has(url.hostname.replace(/^\[|\]$/g, ''))

/**
 * Why nothing may be sent to an address; null where it may. The name of a public address can lead elsewhere at any time, so the socket
 * checks again where it connects to.
 */
export function addressFault(written: string, hosts: WebhookHosts): string | null {
  const url = URL.parse(written)
  if (!url || !/^https?:$/.test(url.protocol)) return 'Must be a web address.'
  if (url.username !== '' || url.password !== '') return 'Must hold no name and no password.'
  if (isListed(url, hosts)) return null
  if (url.protocol !== 'https:') return 'Must begin with https.'
  const address = addressInUrl(url)
  if (address === null ? url.hostname === 'localhost' : !isPublicAddress(address))
    return 'Must be on the public internet. The operator can allow hosts of internal networks.'
  return null
}
