import { isIP } from 'node:net'

/** The names of a server. */
export type OwnNames = {
  /** Whether a `Host` header names this server; one that names another may come from a page whose name was rebound to it. */
  isOwnHost(host: string): boolean
  /** Whether a call that changes something was sent by a page of this server. */
  isOwnOrigin(origin: string, host: string): boolean
}

type Settings = {
  /** The address that people type, where a proxy stands before the server. */
  readonly publicUrl: string | undefined
  /** The place that the server listens on: an address, or a name that leads to one. */
  readonly listensOn: string
  /** The name of the machine, as its operating system says. */
  readonly machine: string
}

/** The host of a `Host` header as a browser writes it in an address; null where it is none. */
function parseHost(host: string): URL | null {
  return /^[^/@?#\\\s]+$/.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null
}

const isIpLiteral = (hostname: string) => isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
/** `localhost` and all names below it lead to this machine, whatever a name server says (RFC 6761, 6.3). */
const isLocalhost = (hostname: string) => /^(.+\.)?localhost$/.test(hostname)

/** Whether a `Host` header contains a loopback address or name. */
export function isLoopbackHost(host: string): boolean {
  const hostname = parseHost(host)?.hostname ?? ''
  return isLocalhost(hostname) || /^127\.\d+\.\d+\.\d+$/.test(hostname) || hostname === '[::1]'
}

/** The names by which other machines of a network reach this one; none while it listens on loopback alone. */
function namesInNetwork({ listensOn, machine }: Settings): readonly string[] {
  if (isLoopbackHost(isIP(listensOn) === 6 ? `[${listensOn}]` : listensOn)) return []
  const name = machine.toLowerCase()
  const [first = ''] = name.split('.')
  return [listensOn.toLowerCase(), name, first, `${first}.local`].filter((each) => each !== '')
}

/**
 * Creates the check of a server's names. An IP address is always allowed: a page can rebind its name to another address (DNS
 * rebinding), but not an address. With a public address, names without a dot belong to the network behind the proxy.
 */
export function createOwnNames(settings: Settings): OwnNames {
  const publicAddress = settings.publicUrl === undefined ? null : new URL(settings.publicUrl)
  const names = new Set(namesInNetwork(settings))
  if (publicAddress) names.add(publicAddress.hostname)
  const isOwnHost = (host: string) => {
    const hostname = parseHost(host)?.hostname
    if (hostname === undefined) return false
    const isInside = publicAddress !== null && !hostname.includes('.')
    return isIpLiteral(hostname) || isLocalhost(hostname) || names.has(hostname) || isInside
  }
  return {
    isOwnHost,
    isOwnOrigin(origin, host) {
      if (!URL.canParse(origin)) return false
      if (publicAddress) return new URL(origin).origin === publicAddress.origin
      // Without a proxy the server speaks plain HTTP.
      return isOwnHost(host) && new URL(origin).origin === parseHost(host)?.origin
    },
  }
}
