/** The bytes that a data URI carries. */
export const dataUriBytes = (uri: string): Uint8Array => Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64')
