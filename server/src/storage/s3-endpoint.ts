import { isIPv4 } from 'node:net'
import { z } from 'zod'

/** Where the bucket's name is the first label of the host. */
const placeholder = /^(\w+:\/\/)\{bucket\}\./
const label = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/
const webAddress = z.url({ protocol: /^https?$/ })

/** Whether the bucket's name is a part of the host. Otherwise it begins the path. */
export const hasBucketInHost = (endpoint: string): boolean => placeholder.test(endpoint)

/** The address of the server, without the placeholder. */
export const serverOf = (endpoint: string): string => endpoint.replace(placeholder, '$1')

const hasNamedHost = (address: string) => {
  const host = URL.parse(address)?.hostname ?? ''
  return !isIPv4(host) && !host.startsWith('[')
}

/** The address of an S3 server: `https://s3.example.com`, or `https://{bucket}.s3.example.com`. */
export const s3Endpoint = z
  .string()
  .refine(
    (endpoint) => !/[{}]/.test(serverOf(endpoint)),
    'may have {bucket} only as the first label of the host, https://{bucket}.s3.example.com',
  )
  .refine(
    (endpoint) => webAddress.safeParse(serverOf(endpoint)).success,
    'must be the address of a server, https://s3.example.com',
  )
  .refine(
    (endpoint) => !hasBucketInHost(endpoint) || hasNamedHost(serverOf(endpoint)),
    'can have {bucket} only before a name, not before an IP address',
  )

/**
 * Whether a bucket's name can be a part of an endpoint's host. With https it has no dots: a certificate's `*` stands for one
 * label (RFC 9525, 6.3). The library of Amazon would put any other name into the path without a word.
 */
export const fitsInHost = (bucket: string, endpoint: string): boolean =>
  (/^https:/i.test(endpoint) ? [bucket] : bucket.split('.')).every((part) => label.test(part))
