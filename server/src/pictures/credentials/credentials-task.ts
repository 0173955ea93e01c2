import type { ClaimedAction, EditedSourceType } from '#domain/edit/claimed-action.ts'

/** A picture that was used as an input of another one. */
export type Ingredient = {
  readonly title: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** One picture of a chain, with the claims about it. */
export type ClaimedPicture = Ingredient & {
  /** The IPTC term of its origin: https://cv.iptc.org/newscodes/digitalsourcetype/ */
  readonly sourceType: EditedSourceType | null
  /** The action that led from the picture before it. */
  readonly action: ClaimedAction['action']
  /** The model. */
  readonly agent: string
  /** The record of how it was made, in our own format. */
  readonly record: Readonly<Record<string, unknown>>
  /** A small version as WebP, which verifiers show for each picture of the chain. Null where there is none. */
  readonly thumbnail: Uint8Array | null
  /** Reference pictures that were sent along with the prompt. */
  readonly inputs: readonly Ingredient[]
}

/** A file with credentials of its own, which stays as it is: the next picture of the chain is made from it. */
export type SignedPicture = Ingredient & { readonly isSigned: true }

/** A picture as it was converted from the one before it: nothing is claimed of it but that, and where it comes from. */
export type ConvertedPicture = Ingredient & {
  /** The term of the whole file; null: it was brought in, and nothing is claimed. */
  readonly sourceType: EditedSourceType | null
  /** The names by C2PA, in their order. */
  readonly conversions: readonly Conversion[]
}

/** An action by the C2PA Technical Specification 2.2, 18.15. `transcoded`: encoded again in the same format. */
export type Conversion = 'c2pa.cropped' | 'c2pa.resized' | 'c2pa.converted' | 'c2pa.transcoded'

/** One link of a chain. */
export type ChainLink = ClaimedPicture | ConvertedPicture | SignedPicture

/** A task of the worker: to sign a chain of pictures, each made from the one before it, or to read the claims of a file. */
export type CredentialsTask =
  | { readonly kind: 'sign'; readonly pem: string; readonly chain: readonly ChainLink[] }
  | { readonly kind: 'read'; readonly mediaType: string; readonly bytes: Uint8Array }
/** The result of a task: the signed file, or the report of the reader as JSON. */
export type CredentialsResult = Uint8Array | string
export type CredentialsReply =
  | { readonly id: number; readonly ok: true; readonly result: CredentialsResult }
  | { readonly id: number; readonly ok: false; readonly message: string }
