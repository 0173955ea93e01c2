import { fetchWhenAllowed } from './download/fetch-when-allowed.ts'

/** What belongs to an image, by the end of its address. Throws where there is none or no connection. */
async function read(imageId: string, part: string): Promise<Blob> {
  const response = await fetchWhenAllowed(`/api/images/${imageId}/${part}`)
  if (!response.ok) throw new Error(`${part} of image ${imageId} answered ${response.status}.`)
  return response.blob()
}

/** An image as a real PNG, whatever its provider delivered. Throws where there is none or no connection. */
export const readPng = (imageId: string) => read(imageId, 'file?format=png')

/** The same without the record of how it was made. */
export const readBarePng = (imageId: string) => read(imageId, 'file?format=bare-png')

/** The same with its history inside: signed claims of how it and what it was made from were made. */
export const readWithHistory = (imageId: string) => read(imageId, 'history')

/** The way to an image as an animation. Throws where there is none or no connection. */
export const readPathAnimation = (imageId: string) => read(imageId, 'path')
