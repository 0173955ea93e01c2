import { hasManifest } from './credentials/has-manifest.ts'

/** The facts of a stored file in its row, besides its size: those that have to be known to sign it without reading it. */
export type FileFacts = {
  /** SHA-256 of the file, as hex. */
  readonly fileSha256: string
  /** Whether it carries content credentials: those of its vendor, or ours with its vendor's file as parent. */
  readonly fileIsSigned: boolean
}

/** The SHA-256 of bytes as hex, outside of the event loop. */
export const sha256Of = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')

/** Reads the facts of a file. */
export const fileFactsOf = async (bytes: Uint8Array): Promise<FileFacts> => ({
  fileSha256: await sha256Of(bytes),
  fileIsSigned: hasManifest(bytes),
})
