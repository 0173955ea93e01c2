/** An image as a real PNG, whatever its provider delivered. Throws where there is none or no connection. */
export async function readPng(imageId: string): Promise<Blob> {
  const response = await fetch(`/api/images/${imageId}/file?format=png`)
  if (!response.ok) throw new Error(`The file of image ${imageId} answered ${response.status}.`)
  return response.blob()
}

/** The same without the record of how it was made. */
export async function readBarePng(imageId: string): Promise<Blob> {
  const response = await fetch(`/api/images/${imageId}/file?format=bare-png`)
  if (!response.ok) throw new Error(`The file of image ${imageId} answered ${response.status}.`)
  return response.blob()
}

/** The same with its history inside: signed claims of how it and what it was made from were made. */
export async function readWithHistory(imageId: string): Promise<Blob> {
  const response = await fetch(`/api/images/${imageId}/history`)
  if (!response.ok) throw new Error(`The history of image ${imageId} answered ${response.status}.`)
  return response.blob()
}

/** The way to an image as an animation. Throws where there is none or no connection. */
export async function readPathAnimation(imageId: string): Promise<Blob> {
  const response = await fetch(`/api/images/${imageId}/path`)
  if (!response.ok) throw new Error(`The path to image ${imageId} answered ${response.status}.`)
  return response.blob()
}
