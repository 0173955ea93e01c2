/** Networks with handles, and networks with web addresses. */
export const handleNetworks = ['instagram', 'tiktok', 'threads', 'twitter'] as const
export const addressNetworks = ['youtube', 'facebook'] as const

export type AddressNetwork = (typeof addressNetworks)[number]
export type SocialNetwork = (typeof handleNetworks)[number] | AddressNetwork

const hosts: Readonly<Record<AddressNetwork, readonly string[]>> = {
  youtube: ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtu.be'],
  facebook: ['facebook.com', 'www.facebook.com', 'm.facebook.com', 'fb.com'],
}

/** A normalized handle: without the @ that people type before it. */
export const bareHandle = (typed: string) => typed.trim().replace(/^@+/, '')

/** Letters, digits, '_', '.' and '-', at most 30: what the four networks allow together. */
export const isHandle = (handle: string) => /^[A-Za-z0-9_.-]{1,30}$/.test(handle)

/** Whether this is a page of the network, over https and without a name, a password or a port in it. */
export function isPageOf(network: AddressNetwork, address: string): boolean {
  const [, host, page] = /^https:\/\/([^/?#]+)\/([!-~]+)$/.exec(address) ?? []
  return host !== undefined && page !== undefined && hosts[network].includes(host.toLowerCase())
}

/** A web address with https:// added where people leave it out. */
export const completeAddress = (typed: string) => {
  const address = typed.trim()
  return address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`
}
