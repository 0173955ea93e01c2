import { inspect } from 'node:util'
import { expect } from 'vitest'
import type { Model } from '#domain/models/model.ts'
import { type ImageProvider, ProviderError } from '#server/providers/provider.ts'
import { type Asked, fakeKey, type Scene, type VendorFake, vendorWords } from '#server-testing/vendors/vendor-fake.ts'
import type { Wrapping } from '#server-testing/vendors/wrappings.ts'

/** An adapter, the fake of its vendor, and the features of the vendor. */
export type ProviderUnderTest = {
  readonly name: string
  startFake(): Promise<VendorFake>
  /** Creates an adapter for the fake, with polls a few milliseconds apart. */
  createProvider(fake: VendorFake): ImageProvider
  /** The models of the catalogue that it serves, or those of a local engine. */
  readonly models: readonly Model[]
  /** Where the key is sent, and nowhere else; null for an engine without a key. */
  readonly keyHeader: string | null
  /** Every way in which the vendor refuses a picture. */
  readonly refusals: readonly Scene[]
  /** Scenes that the vendor does not have: a local engine cannot run out of credit. */
  readonly lacks?: readonly Scene[]
  /** The wrappings of replies that its protocol allows. */
  readonly wrappings: readonly Wrapping[]
  /** Whether the vendor returns an id by which the result is fetched later. */
  readonly requests: 'remembered' | 'answered-at-once'
  /** How a request is canceled. */
  readonly cancel: 'by-call' | 'by-hanging-up' | 'by-ending-its-process' | 'not-at-all'
  readonly keyCheck: 'asks' | 'unknown'
  readonly progress: 'fraction' | 'preview' | 'none'
  /** The pictures of a request, including those uploaded before it. */
  picturesIn(create: Asked, fake: VendorFake): Promise<readonly Uint8Array[]>
  /** The smallest share of a delivered picture that the crop may leave; default: 0.7. */
  readonly minKept?: number
}

/** The error of a rejected promise. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('It did not fail.')
}

/** Checks a failure: one of our classes, a sentence without the vendor's words, and the key nowhere in it. */
export async function providerFailureOf(work: Promise<unknown>): Promise<ProviderError> {
  const error = await failureOf(work)
  expect(error).toBeInstanceOf(ProviderError)
  const failure = error as ProviderError
  expect(failure.message).toMatch(/^[A-Z].{10,}\.$/)
  expect(failure.message).not.toContain(vendorWords)
  // What the log would write, and more: every property of the error and of its causes.
  expect(inspect(failure, { depth: 12, showHidden: true })).not.toContain(fakeKey)
  return failure
}

/** The key is sent in its own header alone. */
export function expectKeyOnlyInItsHeader(asked: readonly Asked[], keyHeader: string | null): void {
  for (const each of asked) {
    expect(each.path).not.toContain(fakeKey)
    expect(Buffer.from(each.body).includes(fakeKey)).toBe(false)
    for (const [name, value] of each.headers) if (name !== keyHeader) expect(value).not.toContain(fakeKey)
  }
}
