import type { ImageFailure } from '../errors.ts'

type Ended = { readonly status: string; readonly error: { readonly code: ImageFailure } | null }

/** The failure that all images of a card share; null where one has not failed, or failed otherwise, and for a single one. */
export function commonFailure(images: readonly Ended[]): ImageFailure | null {
  const code = images[0]?.error?.code ?? null
  const areAlike = images.length > 1 && images.every(({ status, error }) => status === 'failed' && error?.code === code)
  return areAlike ? code : null
}

/** Whether the same request may succeed later: a refusal is about its words, and a key stays wrong. */
export const canPass = (code: ImageFailure): boolean => code !== 'refused' && code !== 'key'
