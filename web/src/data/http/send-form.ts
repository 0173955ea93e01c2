import { accountHeaders, followRefusal } from '../account/account-state.ts'
import { decodeError } from './api-error.ts'

/** Thrown where the connection was lost, or something other than the server answered. */
export class ConnectionLost extends Error {}

type SendFormOptions = {
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
  /** Called with the progress of the upload, from 0 to 1. */
  onProgress?(part: number): void
}

/**
 * Sends a form with files. Throws the server's error where it refuses. With XMLHttpRequest, because `fetch` does not report upload
 * progress.
 */
export function sendForm<Reply>(
  address: string,
  form: FormData,
  { signal, headers = {}, onProgress }: SendFormOptions,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    for (const [name, value] of Object.entries({ ...accountHeaders(), ...headers }))
      request.setRequestHeader(name, value)
    request.responseType = 'json'
    if (onProgress) request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      // Something between that answers 200 with a page of its own answers no JSON.
      const isAnswered = request.status === 201 || (request.status === 200 && request.response !== null)
      if (isAnswered) return resolve(request.response as Reply)
      const refusal = decodeError(request.response, request.status)
      followRefusal(request.status === 401 ? 'unauthenticated' : refusal?.code)
      reject(refusal ?? new ConnectionLost(`The upload answered ${request.status}.`))
    }
    request.onerror = () => reject(new ConnectionLost('The connection was lost.'))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
