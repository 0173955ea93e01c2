import { Agent, type Dispatcher, request } from 'undici'
import { ProviderError } from '../provider.ts'
import { inlinePicture } from './inline-picture.ts'
import {
  addressInUrl,
  isPublicAddress,
  NotPublic,
  publicLookup,
  type ResolveName,
  resolveByDns,
} from './public-address.ts'
import { vendorFailure } from './vendor-failure.ts'

/** Fetches a picture that a vendor has generated from its address. */
export type PictureDownload = {
  /**
   * @param from.url An address, or the picture itself as a data URI or base64, which some vendors send instead. @param
   * from.vendor The vendor's name in failure sentences. @param from.ownBaseUrl The vendor's configured base address: pictures may
   * be there too, whatever address that is; null where no address is trusted. @throws ProviderError for every failure; the signal's reason when aborted.
   */
  fetch(from: {
    readonly url: string
    readonly vendor: string
    readonly ownBaseUrl: string | null
    readonly signal: AbortSignal
  }): Promise<Uint8Array>
  close(): Promise<void>
}

const defaultMaxBytes = 64 * 1024 * 1024
const timeLimitByDefaultMs = 60_000
const maxRedirects = 5
const connectMs = 10_000
/** Some delivery networks refuse requests without a user agent. */
const headers = { accept: 'image/*', 'user-agent': 'espalier' }

/**
 * A download that reaches public addresses by https, and the vendor's own, and nothing else: every redirect is checked again,
 * and the socket connects to the address that was checked.
 */
export function createPictureDownload(
  options: { mostBytes?: number; timeLimitMs?: number; resolve?: ResolveName } = {},
): PictureDownload {
  const { mostBytes = defaultMaxBytes, timeLimitMs = timeLimitByDefaultMs, resolve = resolveByDns } = options
  const outside = new Agent({ connect: { timeout: connectMs, lookup: publicLookup(resolve) } })
  const own = new Agent({ connect: { timeout: connectMs } })

  /** The agent that may reach an address; null for a forbidden one. */
  function agentFor(url: URL, ownOrigin: string | null): Agent | null {
    if (url.origin === ownOrigin) return own
    if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
    const address = addressInUrl(url)
    return address === null || isPublicAddress(address) ? outside : null
  }

  return {
    async fetch({ url, vendor, ownBaseUrl, signal }) {
      signal.throwIfAborted()
      const carried = inlinePicture(url)
      if (carried) return checkInlineSize(carried, vendor, mostBytes)
      const limit = AbortSignal.timeout(timeLimitMs)
      const ownOrigin = ownBaseUrl === null ? null : new URL(ownBaseUrl).origin
      try {
        let next = URL.parse(url)
        for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
          const dispatcher = next && agentFor(next, ownOrigin)
          if (!next || !dispatcher) throw vendorFailure(vendor, 'unsafe')
          const reply = await request(next, { dispatcher, headers, signal: AbortSignal.any([signal, limit]) })
          const redirect = redirectOf(reply)
          if (redirect === null) return await readPicture(reply, vendor, mostBytes)
          await reply.body.dump()
          next = URL.parse(redirect, next.href)
        }
        throw vendorFailure(vendor, 'unsafe')
      } catch (error) {
        signal.throwIfAborted()
        // The address of a picture says nothing about the vendor, which has answered before.
        if (limit.aborted) throw vendorFailure(vendor, 'down', { cause: error, health: 'unknown' })
        if (error instanceof NotPublic) throw vendorFailure(vendor, 'unsafe', { cause: error })
        if (error instanceof ProviderError) throw error
        throw vendorFailure(vendor, 'down', { cause: error, health: 'unknown' })
      }
    },

    async close() {
      await Promise.all([outside.destroy(), own.destroy()])
    },
  }
}

function checkInlineSize(bytes: Uint8Array, vendor: string, mostBytes: number): Uint8Array {
  if (bytes.byteLength > mostBytes) throw vendorFailure(vendor, 'too-large')
  if (bytes.byteLength === 0) throw vendorFailure(vendor, 'gone')
  return bytes
}

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData): string | null {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return null
  return typeof headers.location === 'string' ? headers.location : ''
}

async function readPicture(reply: Dispatcher.ResponseData, vendor: string, mostBytes: number): Promise<Uint8Array> {
  const { statusCode, headers, body } = reply
  const vendorCode = `${statusCode} for the picture`
  if (statusCode !== 200) {
    await body.dump()
    throw vendorFailure(vendor, statusCode >= 500 ? 'down' : 'gone', { vendorCode, health: 'unknown' })
  }
  const parts: Uint8Array[] = []
  let size = 0
  // An announced size over the limit ends it at once, a false announcement at the limit.
  const announced = Number(headers['content-length'] ?? 0)
  for await (const part of body as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    // Leaving the loop destroys the body, and with it the connection.
    if (Math.max(size, announced) > mostBytes) throw vendorFailure(vendor, 'too-large', { vendorCode })
    parts.push(part)
  }
  if (size === 0) throw vendorFailure(vendor, 'gone', { vendorCode: `${vendorCode}, empty` })
  return Buffer.concat(parts)
}
