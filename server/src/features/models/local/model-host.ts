import { type AnswerLimit, answerLimits, boundFetch } from '#server/operations/bounded-fetch.ts'

/** The file will not come, however often it is tried: a sentence for people says why. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}
/** The host was not reached, or broke off again and again; later it may be. */
export class HostAway extends Error {
  override readonly name = 'HostAway'
}

/** Whether an address may be asked: nothing but the hosts of the catalogue, or the mirror, is ever contacted. */
export type HostRule = (address: URL) => boolean

const maxRedirects = 5

/** The hosts of the catalogue, and those where they keep the content; a mirror may redirect there too. */
const isOfCatalogue = ({ protocol, hostname }: URL) =>
  protocol === 'https:' && /(^|\.)(huggingface\.co|hf\.co|githubusercontent\.com)$|^github\.com$/.test(hostname)

/** The rule for files of the catalogue. @param mirror An origin that has them as well. */
export function hostsOf(mirror: string | undefined): HostRule {
  const own = mirror && new URL(mirror).origin
  return (address) => address.origin === own || isOfCatalogue(address)
}

type AskOptions = { readonly mayAsk: HostRule; readonly signal: AbortSignal }

/** One request without following a redirect. @throws HostAway where no answer comes. */
async function ask(address: URL, init: RequestInit, limit: AnswerLimit): Promise<Response> {
  try {
    return await boundFetch(fetch, limit, { room: 'operator' })(address, { ...init, redirect: 'manual' })
  } catch (error) {
    if (init.signal?.aborted) throw init.signal.reason
    throw new HostAway(`${address.host} can’t be reached from this server.`, { cause: error })
  }
}

/** The obstacle, by the status of a reply, as a sentence. */
function refusalOf(status: number, { host }: URL): FileRefused | HostAway | null {
  if (status === 200 || status === 206 || status === 416) return null
  if (status === 401 || status === 403)
    return new FileRefused(`${host} gives this file only to people who are signed in there (${status}).`)
  if (status === 404 || status === 410) return new FileRefused(`${host} doesn’t have this file any more (${status}).`)
  if (status === 451) return new FileRefused(`${host} may not give this file in your country (451).`)
  return new HostAway(`${host} answers ${status}.`)
}

/**
 * Asks for a file, or the rest of it, and follows redirects to hosts that the rule allows.
 * @param options.from The first byte that is wanted.
 * @returns A reply of 200, 206 or 416. @throws FileRefused for a status that will not change; HostAway for others.
 */
export async function requestFile(
  address: string,
  { mayAsk, signal, from }: AskOptions & { readonly from: number },
): Promise<Response> {
  let url = new URL(address)
  const headers = from > 0 ? { range: `bytes=${from}-` } : {}
  for (let hops = 0; hops <= maxRedirects; hops++) {
    if (!mayAsk(url)) throw new FileRefused(`The file was moved to ${url.host}, which is not a host of the catalogue.`)
    const reply = await ask(url, { headers, signal }, answerLimits.download)
    const location = reply.headers.get('location')
    if (reply.status < 300 || reply.status >= 400 || location === null) {
      const refusal = refusalOf(reply.status, url)
      if (!refusal) return reply
      await reply.body?.cancel()
      throw refusal
    }
    await reply.body?.cancel()
    url = new URL(location, url)
  }
  throw new FileRefused(`${url.host} redirects in a circle.`)
}

/** The facts of a file by its host before it is fetched; null where it says nothing. */
export type Statement = {
  readonly bytes: number | null
  readonly sha256: string | null
  readonly commit: string | null
}

const quoted = (tag: string | null) => tag?.replace(/^W\//, '').replaceAll('"', '') ?? null

/**
 * Asks what a file is: Hugging Face answers a resolve address with `X-Linked-Size`, `X-Linked-Etag` (the SHA-256 of a large
 * file) and `X-Repo-Commit`, before it redirects to the content. @throws FileRefused, HostAway.
 */
export async function readStatement(address: string, { mayAsk, signal }: AskOptions): Promise<Statement> {
  let url = new URL(address)
  let commit: string | null = null
  for (let hops = 0; hops <= maxRedirects; hops++) {
    if (!mayAsk(url)) throw new FileRefused(`The file was moved to ${url.host}, which is not a host of the catalogue.`)
    const reply = await ask(url, { method: 'HEAD', signal }, answerLimits.status)
    commit ??= reply.headers.get('x-repo-commit')
    const tag = quoted(reply.headers.get('x-linked-etag'))
    const sha256 = tag && /^[0-9a-f]{64}$/.test(tag) ? tag : null
    const location = reply.headers.get('location')
    const isMoved = reply.status >= 300 && reply.status < 400 && location !== null
    // A mirror that knows no HEAD states nothing.
    if (reply.status === 405 || reply.status === 501) return { bytes: null, sha256: null, commit }
    if (!isMoved) {
      const refusal = refusalOf(reply.status, url)
      if (refusal) throw refusal
    }
    const size = reply.headers.get('x-linked-size') ?? (isMoved ? null : reply.headers.get('content-length'))
    if (sha256 || !isMoved) return { bytes: size === null ? null : Number(size), sha256, commit }
    url = new URL(location, url)
  }
  throw new FileRefused(`${url.host} redirects in a circle.`)
}

/** Where files come from: their own hosts, or a mirror with the same paths. */
export type FileOrigin = { readonly mirror: string | undefined }

/** The same by the setting; null: installing is forbidden. */
export const originOf = (setting: string): FileOrigin | null => {
  if (setting === 'off') return null
  return { mirror: setting === 'on' ? undefined : setting }
}
