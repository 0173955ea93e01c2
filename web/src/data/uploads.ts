import type { UploadShape } from '#contract/upload.ts'
import { sendForm } from './send-form.ts'

/** The server's limit, checked here first, so that a file that will be refused is not sent. Bytes. */
export const largestUploadBytes = 20_000_000

/** The file types of the browser's file dialog. The server detects the real type. */
export const pictureTypes = 'image/png,image/jpeg,image/webp,image/avif,image/gif'

type UploadOptions = {
  /** Called with the progress of the upload, from 0 to 1. */
  onProgress(part: number): void
  signal: AbortSignal
}

/**
 * Stores a picture file, to be attached to prompts and styles. Throws the server's error where it refuses, and a plain
 * `Error` where there is no connection.
 */
export function uploadPicture(file: File, options: UploadOptions): Promise<UploadShape> {
  const form = new FormData()
  form.append('file', file)
  return sendForm('/api/uploads', form, options)
}
