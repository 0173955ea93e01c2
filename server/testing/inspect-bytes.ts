import { withPictureRoom } from '#server/operations/decoding-room.ts'
import { inspectPicture, type Picture } from '#server/pictures/inspect-picture.ts'
import { unlimited } from './unlimited.ts'

/** Sniffs, measures and decodes a picture at once, whatever memory it takes. */
export const inspectBytes = (bytes: Uint8Array): Promise<Picture> =>
  withPictureRoom(unlimited, { source: bytes, use: 'shrunk' }, (room) => inspectPicture(bytes, room))
