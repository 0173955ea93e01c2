/** The address of an image's picture on our server. */
export const imageUrl = (imageId: string) => `/api/images/${imageId}/file`
