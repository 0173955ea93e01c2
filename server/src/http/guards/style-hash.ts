import { createHash } from 'node:crypto'

/** The source by which a content policy allows one inline style sheet, and no others. */
export const styleHashOf = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`
