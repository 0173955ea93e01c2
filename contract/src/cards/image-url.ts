/** The address of an image's picture. */
export const imageUrl = (imageId: string) => `/api/images/${imageId}/file`

/** The address of the preview of a running image; a new number gives a new address, which the browser loads again. */
export const previewUrl = (imageId: string, number: number) => `/api/images/${imageId}/preview?v=${number}`
