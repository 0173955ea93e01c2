import { fetchWhenAllowed } from '../download/fetch-when-allowed.ts'

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
