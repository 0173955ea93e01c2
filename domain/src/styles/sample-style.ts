import type { StyleCollection, StyleFamily } from './style.ts'

/** A sample style for all users. Its pictures are painted by `npm run styles`. */
export type SampleStyle = {
  readonly id: string
  /** Names its pictures; lower-case words joined by '-'. */
  readonly slug: string
  readonly collection: Exclude<StyleCollection, 'private'>
  readonly family: StyleFamily
  readonly title: string
  readonly username: string
  /** Display name of the catalogue's model it suits. */
  readonly model: string
  readonly promptFragment: string
}
