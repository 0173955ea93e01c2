import { Agent, type MessageEvent, WebSocket } from 'undici'
import type { ImageCall } from '#server/providers/provider.ts'
import { stepsSchema } from './comfyui-replies.ts'

/** A binary message begins with its kind, 32 bits with the highest first; 1 is a preview. The picture's own kind follows. */
const previewKind = 1
const headBytes = 8

/** The preview in a binary message of the socket; null for every other kind. */
export function previewIn(message: ArrayBuffer): Uint8Array | null {
  if (message.byteLength <= headBytes || new DataView(message).getUint32(0) !== previewKind) return null
  return new Uint8Array(message, headBytes)
}

/** The progress of a sampler, 0 to 1, in a text message of the socket; null for every other message. */
export function fractionIn(message: string): number | null {
  try {
    const { data } = stepsSchema.parse(JSON.parse(message))
    return Math.min(Math.max(data.value / data.max, 0), 1)
  } catch {
    return null
  }
}

/** Previews are small, and states of a queue too. A larger message closes the socket, which costs nothing but the progress. Bytes. */
const maxMessageBytes = 8_000_000
const bounded = new Agent({ webSocket: { maxPayloadSize: maxMessageBytes } })

/** The time limit for opening the socket; the prompt runs without progress afterwards. */
const maxOpeningMs = 3_000

/** Waits until the socket is open, has failed, or the signal is aborted. */
const settled = (socket: WebSocket, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(maxOpeningMs)])
    if (limited.aborted) resolve()
    limited.addEventListener('abort', () => resolve(), { once: true })
    for (const name of ['open', 'error', 'close']) socket.addEventListener(name, () => resolve(), { once: true })
  })

/**
 * Reports ComfyUI's progress messages for the prompts with this client id. A socket that fails costs nothing but the progress.
 * @returns A function that closes it, once it is open or has failed.
 */
export async function watchComfyUi(
  { address, clientId }: { readonly address: string; readonly clientId: string },
  { progress, signal }: Pick<ImageCall, 'progress' | 'signal'>,
): Promise<() => void> {
  const socket = new WebSocket(`${address.replace(/^http/, 'ws')}/ws?clientId=${clientId}`, { dispatcher: bounded })
  socket.binaryType = 'arraybuffer'
  let furthest = 0
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const preview = data instanceof ArrayBuffer ? previewIn(data) : null
    const fraction = typeof data === 'string' ? fractionIn(data) : null
    if (preview === null && fraction === null) return
    // A second sampler of the same graph starts at 0 again: the progress never decreases.
    furthest = Math.max(furthest, fraction ?? 0)
    progress({ fraction: furthest, preview })
  })
  await settled(socket, signal)
  return () => socket.close()
}
