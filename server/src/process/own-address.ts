import { isIP } from 'node:net'

type Listening = {
  readonly publicUrl: string | undefined
  /** The address or name that the server listens on. */
  readonly listensOn: string
  readonly port: number
  /** The addresses of this machine in its networks, without loopback ones. */
  readonly networkAddresses: readonly string[]
}

const inAddress = (host: string) => (isIP(host) === 6 ? `[${host}]` : host)
const isEveryAddress = (host: string) => host === '0.0.0.0' || host === '::'
const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/**
 * Where a server is reached, for the operator who started it: the address to open and, where it listens to a network
 * without a public address, how other machines reach it. Those may use IP addresses and this machine's name; other
 * names need PUBLIC_URL.
 */
export function describeAddress({ publicUrl, listensOn, port, networkAddresses }: Listening): string {
  if (publicUrl !== undefined) return publicUrl
  if (isLoopback(listensOn)) return `http://localhost:${port}`
  if (!isEveryAddress(listensOn)) return `http://${inAddress(listensOn)}:${port}`
  const [address] = networkAddresses
  const others = address === undefined ? [] : [`From other machines: http://${inAddress(address)}:${port}. `]
  return `http://localhost:${port}\n${others.join('')}To be reached by a domain name, set PUBLIC_URL.`
}
