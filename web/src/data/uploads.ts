import type { UploadShape } from '#contract/upload.ts'
import { markSignedOut } from './account-state.ts'
import { decodeError } from './api-error.ts'

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
 * `Error` where there is no connection. With XMLHttpRequest, because `fetch` does not report upload progress.
 */
export function uploadPicture(file: File, { onProgress, signal }: UploadOptions): Promise<UploadShape> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/uploads')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 201) return resolve(request.response as UploadShape)
      if (request.status === 401) markSignedOut()
      reject(decodeError(request.response, request.status) ?? new Error(`The upload answered ${request.status}.`))
    }
    request.onerror = () => reject(new Error('The connection was lost.'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    const body = new FormData()
    body.append('file', file)
    request.send(body)
  })
}
