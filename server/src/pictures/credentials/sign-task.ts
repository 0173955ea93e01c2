import type { SourceType } from '#domain/models/model.ts'
/** A picture that another one was made from. */
export type Ingredient = {
  readonly title: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** One picture of a chain, with what is claimed of it. */
export type ClaimedPicture = Ingredient & {
  /** The IPTC term of how it came to be: https://cv.iptc.org/newscodes/digitalsourcetype/ */
  readonly sourceType: SourceType
  /** The model. */
  readonly agent: string
  /** How it was made, in our own words. */
  readonly record: Readonly<Record<string, unknown>>
  /** The picture small, as WebP: what verifiers show of each picture of the chain. Null where there is none. */
  readonly thumbnail: Uint8Array | null
  /** Pictures that were sent along with the prompt. */
  readonly inputs: readonly Ingredient[]
}

/** What the worker is asked: to sign pictures of which each was made from the one before it. */
export type SignTask = { readonly id: number; readonly pem: string; readonly chain: readonly ClaimedPicture[] }
export type SignReply =
  | { readonly id: number; readonly ok: true; readonly bytes: Uint8Array }
  | { readonly id: number; readonly ok: false; readonly message: string }
