/** What somebody says of a spot of a picture. */
export type Remark = {
  readonly id: string
  /** Fractions of the picture's width and height. */
  readonly x: number
  readonly y: number
  readonly text: string
  readonly author: string
  /** Its owner has marked it as done. */
  readonly isResolved: boolean
  /** ISO 8601 */
  readonly createdAt: string
}
