/** Reads a file of an image, by the end of its address. Throws where there is none or no connection. */
async function read(imageId: string, part: string): Promise<Blob> {
  const response = await fetchWhenAllowed(`/api/images/${imageId}/${part}`)
  if (!response.ok) throw new Error(`${part} of image ${imageId} answered ${response.status}.`)
  return response.blob()
}

/** Reads an image as a real PNG, whatever its provider delivered. Throws where there is none or no connection. */
export const readPng = (imageId: string) => read(imageId, 'file?format=png&sensitive=as-it-is')

/** The same with its provenance: signed claims of how it and its ancestors were generated. */
export const readWithHistory = (imageId: string) => read(imageId, 'history')

/** Reads the path of an image as an animation. Throws where there is none or no connection. */
export const readPathAnimation = (imageId: string) => read(imageId, 'path')

/** The most tries while the server asks to wait. */
const maxTries = 6
const maxWaitSeconds = 60

type Ways = {
  fetch?(address: string): Promise<Response>
  /** Waits, in milliseconds. */
  pause?(ms: number): Promise<void>
}

/**
 * The seconds to wait in a reply; null where it is no reply of a limit. `Retry-After` (RFC 9110, 10.2.3) is in seconds
 * here.
 */
function waitOf({ status, headers }: Response): number | null {
  if (status !== 429 && status !== 503) return null
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, maxWaitSeconds) : null
}

/** Fetches an address; where the server asks to wait (429 or 503 with Retry-After), fetches it again after that time. */
export async function fetchWhenAllowed(
  address: string,
  {
    fetch = (from) => globalThis.fetch(from),
    pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }: Ways = {},
): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(address)
    const seconds = waitOf(response)
    if (seconds === null || tries === maxTries) return response
    await response.body?.cancel()
    await pause(seconds * 1_000)
  }
}
