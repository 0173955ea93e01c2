const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])
/** Editors that open themselves by a scheme without a dot. Others have the form of RFC 8252, 7.1: a domain in reverse. */
const editorSchemes = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:'])

const isLoopback = (url: URL) => url.protocol === 'http:' && loopbackHosts.has(url.hostname)

/**
 * Why a program may not be given its answer at an address; null where it may: https, http on the person's own machine (RFC 8252,
 * 7.3), and schemes of programs. Never one that a browser would run, as `javascript:`.
 */
export function redirectFault(written: string): string | null {
  const url = URL.parse(written)
  if (!url || written.length > 2_000) return 'Must be an address.'
  if (url.hash !== '' || written.includes('#')) return 'Must have no fragment.'
  if (url.username !== '' || url.password !== '') return 'Must hold no name and no password.'
  if (url.protocol === 'https:' || isLoopback(url)) return null
  if (url.protocol === 'http:') return 'Must begin with https: plain http is for the loopback address alone.'
  if (editorSchemes.has(url.protocol) || /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$/.test(url.protocol)) return null
  return 'Must begin with https, or with the scheme of a program.'
}

/** Whether an address is among the registered ones: to the letter, but for the port of a loopback address. */
export function isRegistered(written: string, registered: readonly string[]): boolean {
  if (registered.includes(written)) return true
  const url = URL.parse(written)
  if (!url || !isLoopback(url) || redirectFault(written) !== null) return false
  return registered.some((each) => {
    const other = URL.parse(each)
    if (!other || !isLoopback(other)) return false
    other.port = url.port
    return other.href === url.href
  })
}

/** Where the answer goes, as a person reads it; `local`: every program on that machine can receive it. */
export function redirectPlace(written: string): { readonly host: string; readonly isLocal: boolean } {
  const url = new URL(written)
  if (url.protocol === 'https:') return { host: url.host, isLocal: false }
  return { host: url.protocol === 'http:' ? url.host : url.protocol.slice(0, -1), isLocal: true }
}

/** The address with these parameters added; its own are kept. */
export function withParameters(written: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(written)
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
