/** The sizes in which a link gives a picture: thumbnails, and one for a screen. Pixels on the longest edge. */
export type SharedSize = 64 | 256 | 512 | 1_536

/** Where a picture is that a link shows. The cookie of the visit opens it. */
export const sharedImageAddress = (shareId: string, imageId: string, size: SharedSize) =>
  `/api/shared/${shareId}/images/${imageId}/file?size=${size}`
