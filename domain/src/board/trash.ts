/** The time in which deleted cards and projects can be restored. */
export const trashDays = 30

const dayMs = 86_400_000

/**
 * When a deleted item is removed permanently.
 * @param deletedAt Milliseconds since 1970, as is the result.
 */
export const expiryOf = (deletedAt: number) => deletedAt + trashDays * dayMs
