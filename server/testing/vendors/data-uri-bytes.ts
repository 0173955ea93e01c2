/** The bytes of a data URI. */
export const dataUriBytes = (uri: string): Uint8Array => Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64')
