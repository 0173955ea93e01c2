/** The address of an image's picture on our server. */
export const imageUrl = (imageId: string) => `/api/images/${imageId}/file`

/** The address of what is to be seen of an image while it is being made; the number makes a newer one another address. */
export const previewUrl = (imageId: string, number: number) => `/api/images/${imageId}/preview?v=${number}`
