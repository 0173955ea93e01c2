export const imageStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled', 'uncertain'] as const
export type ImageStatus = (typeof imageStatuses)[number]

export const generationStatuses = ['queued', 'running', 'completed', 'cancelled', 'failed'] as const
export type GenerationStatus = (typeof generationStatuses)[number]

/** The number of images of one generation. */
export const imagesPerGeneration = 4

/** A generation's status is never stored: it is derived from its images. */
export function generationStatus(images: readonly ImageStatus[]): GenerationStatus {
  const has = (status: ImageStatus) => images.includes(status)
  if (images.length > 0 && images.every((status) => status === 'queued')) return 'queued'
  if (has('queued') || has('running') || has('uncertain')) return 'running'
  if (has('completed')) return 'completed'
  if (images.length > 0 && images.every((status) => status === 'cancelled')) return 'cancelled'
  return 'failed'
}

/**
 * State of an image: in work; over, unless it is retried; or `uncertain`: its provider accepted the request and fell silent, and
 * may still answer within a day. The one definition of an image's end, also for SQL (`statusesOf`).
 */
export type ImageState = 'in-work' | 'uncertain' | 'ended'

const stateOfStatus: Readonly<Record<ImageStatus, ImageState>> = {
  queued: 'in-work',
  running: 'in-work',
  uncertain: 'uncertain',
  completed: 'ended',
  failed: 'ended',
  cancelled: 'ended',
}

/** The statuses of images in these states. */
export const statusesOf = (...states: readonly ImageState[]): ImageStatus[] =>
  imageStatuses.filter((status) => states.includes(stateOfStatus[status]))

/** Whether the status of an image is final, unless it is retried. An uncertain image has not ended. */
export const hasEnded = (status: ImageStatus): boolean => stateOfStatus[status] === 'ended'

/** Whether images of a generation may still come; those whose provider fell silent among them. */
export const isPending = (status: GenerationStatus): boolean => status === 'queued' || status === 'running'

/** Only an image that has ended without a picture can be retried. */
export const canRetry = (status: ImageStatus) => status === 'failed' || status === 'cancelled'

/** The images that can be branched from, attached and downloaded. */
export const finishedImages = <Image extends { readonly status: ImageStatus }>(images: readonly Image[]): Image[] =>
  images.filter(({ status }) => status === 'completed')
